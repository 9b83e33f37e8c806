import { type CreatedMessage, replyToMessage, sendMessage } from '@chat/contract/writing';
import { ApiError, errorMessage, isAbsent } from '../../../shared/api-error.ts';
import { callApi } from '../../../shared/call-api.ts';
import { uploadForm } from '../../../shared/upload-form.ts';
import { findDirectChatId } from '../list/chat-lists.ts';
import { messagesTexts } from '../messages/messages.texts.ts';
import { FileChanged, readAttachment } from './attachments.ts';
import type { OutgoingMessage } from './outbox.ts';
import { clearUploadShare, setUploadShare, whileOutgoing } from './upload-progress.ts';

// An answer that takes longer counts as lost; the reference makes sending again safe.
const ANSWER_TIMEOUT_MS = 20_000;

/** A reply or a new message, with a file or without: each goes its own way to the server (rules/messages 16). */
export async function postMessage(outgoing: OutgoingMessage): Promise<CreatedMessage> {
  const [message] = await post(outgoing);
  if (!message) throw new ApiError({ message: '', status: 502 });
  return message;
}

async function post(outgoing: OutgoingMessage): Promise<CreatedMessage[]> {
  const { chat, file, reply } = outgoing;
  const answered = reply?.replyToMessageUuid;
  if (answered) return file ? postFileReply(outgoing, answered) : postReply(outgoing, answered);
  const chatId = chat.chatId ?? (await findDirectChatId(chat));
  return file ? postFile(outgoing, chatId) : postText(outgoing, chatId);
}

async function postText(outgoing: OutgoingMessage, chatId: string): Promise<CreatedMessage[]> {
  const answer = await callApi(sendMessage, {
    params: { chatId },
    ...sendParts(outgoing),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  return answer.content;
}

async function postReply(outgoing: OutgoingMessage, messageId: string): Promise<CreatedMessage[]> {
  const answer = await callApi(replyToMessage, {
    params: { messageId },
    body: replyParts(outgoing),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  return answer.content;
}

/** The file went with an earlier page; only its name is left. */
class FileLost extends Error {}

function postFile(outgoing: OutgoingMessage, chatId: string): Promise<CreatedMessage[]> {
  const { headers, body } = sendParts(outgoing);
  return upload(outgoing, body, (carried) =>
    uploadForm(sendMessage, { params: { chatId }, headers, ...carried }),
  );
}

function postFileReply(outgoing: OutgoingMessage, messageId: string): Promise<CreatedMessage[]> {
  const fields = { type: outgoing.type, ...replyParts(outgoing) };
  return upload(outgoing, fields, (carried) =>
    uploadForm(replyToMessage, { params: { messageId }, ...carried }),
  );
}

type Carried = Pick<Parameters<typeof uploadForm>[1], 'form' | 'signal' | 'onProgress'>;

/** Sends the form with the message's file, and reports its progress. */
async function upload(
  { referenceId }: OutgoingMessage,
  fields: object,
  send: (carried: Carried) => Promise<{ content: CreatedMessage[] }>,
): Promise<CreatedMessage[]> {
  const { signal, stop } = whileOutgoing(referenceId);
  try {
    const file = await readAttachment(referenceId);
    if (!file) throw new FileLost();
    setUploadShare(referenceId, 0);
    const onProgress = (share: number) => setUploadShare(referenceId, share);
    const answer = await send({ form: formOf(fields, file), signal, onProgress });
    return answer.content;
  } finally {
    stop();
    clearUploadShare(referenceId);
  }
}

/** A list travels as JSON text (rules/mentions 2). */
function formOf(fields: object, file: File) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  form.set('image', file, file.name);
  return form;
}

const waveformOf = ({ file }: OutgoingMessage) =>
  file?.waveform ? { waveform: file.waveform } : {};

const mentionedUserIds = ({ mentions }: OutgoingMessage) => mentions.map(({ uuid }) => uuid);

/**
 * The request parts for a text, a file or a copy. The personal chat's body allows content, type and image alone
 * (rules/messages 27), so the reference goes beside it: with it a lost answer creates no duplicate.
 */
function sendParts(outgoing: OutgoingMessage) {
  const { chat, content, type, referenceId, forwarded } = outgoing;
  if (forwarded) return { body: { forwardedFrom: forwarded.messageId, referenceId } };
  if (chat.chatType === 'PERSONAL') {
    return {
      headers: { 'idempotency-key': referenceId },
      body: { content, type, ...waveformOf(outgoing) },
    };
  }
  const groupUuid = chat.groupId;
  return {
    body: {
      content,
      type,
      groupUuid,
      referenceId,
      mentionedUserIds: mentionedUserIds(outgoing),
      ...waveformOf(outgoing),
    },
  };
}

/** A reply's place is that of the message it answers. */
function replyParts(outgoing: OutgoingMessage) {
  const { content, referenceId } = outgoing;
  const own = { content, referenceId, mentionedUserIds: mentionedUserIds(outgoing) };
  return { ...own, ...waveformOf(outgoing) };
}

/** The state that a failed post leaves its message in, and how it is said; without a text it is not. */
interface Failure {
  /** `pending`: it goes again after `retryAfterMs`. */
  state: OutgoingMessage['state'];
  text: string | null;
  retryAfterMs: number;
}

// A rate-limited sender waits at most this long; a daily limit is shown, and the user decides.
const LONGEST_WAIT_MS = 60_000;

export function failureOf(outgoing: OutgoingMessage, error: unknown): Failure {
  const failure = (state: Failure['state'], text: string | null, retryAfterMs = 0) => ({
    state,
    text,
    retryAfterMs,
  });
  if (error instanceof FileLost) return failure('fileLost', messagesTexts.fileLost);
  if (error instanceof FileChanged) return failure('fileChanged', messagesTexts.fileChanged);
  const text = errorMessage(error, messagesTexts.sendFailed);
  if (!(error instanceof ApiError)) return failure('unreachable', text);
  const { retryAfterMs } = error;
  if (isShortLimit(error)) return failure('pending', text, retryAfterMs);
  if (isNoImage(outgoing, error)) return failure('notAnImage', text, retryAfterMs);
  if (isUnreachable(error))
    return failure('unreachable', isAway(error) ? null : text, retryAfterMs);
  const isGone = isAbsent(error) && outgoing.forwarded;
  return failure('refused', isGone ? messagesTexts.forwardGone : text, retryAfterMs);
}

/** For a moment the server takes no more from this person. */
const isShortLimit = (error: ApiError) =>
  error.status === 429 && (error.retryAfterMs ?? Number.POSITIVE_INFINITY) <= LONGEST_WAIT_MS;

/** Whether the server refuses the file as an image: its bytes will never be taken as one. */
const isNoImage = ({ type, file }: OutgoingMessage, { status }: ApiError) =>
  type === 'IMAGE' && file && status === 422;

// A proxy answers while the server starts anew, which takes seconds: the message says that it waits, and goes by itself.
const isAway = (error: ApiError) => [502, 504].includes(error.status) || isRestricted(error);

// No answer, or that of a proxy in front of a server that is away for a moment. A restricted session sends later on (rules/account 10).
const isUnreachable = (error: ApiError) =>
  [0, 502, 503, 504].includes(error.status) || isRestricted(error);

const isRestricted = ({ errors }: ApiError) => errors.required !== undefined;
