import type { CreatedMessage } from '@chat/contract/messages';
import { replyToMessage, sendMessage } from '@chat/contract/messages.routes';
import { uploadForm } from '../../../../shared/upload-form.ts';
import { readAttachment } from '../attachments.ts';
import type { OutgoingMessage } from '../outbox.ts';
import { clearUploadShare, setUploadShare, whileOutgoing } from '../upload-progress.ts';
import { replyParts, sendParts } from './send-parts.ts';

/** The file went with an earlier page; only its name is left. */
export class FileLost extends Error {}

export function postFile(outgoing: OutgoingMessage, chatId: string): Promise<CreatedMessage[]> {
  const { headers, body } = sendParts(outgoing);
  return upload(outgoing, body, (carried) =>
    uploadForm(sendMessage, { params: { chatId }, headers, ...carried }),
  );
}

export function postFileReply(
  outgoing: OutgoingMessage,
  messageId: string,
): Promise<CreatedMessage[]> {
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
