import type { Message } from '@chat/contract/messages';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveSession, setCurrentUser, startSession } from '../../../shared/session.ts';
import { useNotification } from '../../../shared/toast/notify.ts';
import { ana, bruno, buildMessage, chatId, groupId, hash } from '../../../test/builders.ts';
import { FakeUpload } from '../../../test/fakes.ts';
import type { ChatTarget } from '../list/chat-lists.ts';
import { cachedWindow, messagesKey } from '../messages/list-messages.ts';
import { emptyWindow } from '../messages/message-window.ts';
import { useAttachments } from './attachments.ts';
import { loadOutbox, textDraft, useOutbox } from './outbox.ts';
import { sendingOf, useSendMessage } from './send-message.ts';
import { useUploadShare } from './upload-progress.ts';

const target: ChatTarget = { hash, chatType: 'GROUP', chatId, groupId, peerId: null };
const fetchMock = vi.fn<(url: string) => Promise<Response>>();
let queryClient: QueryClient;

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const renderSend = (chat = target) =>
  renderHook(useSendMessage, { wrapper, initialProps: chat }).result.current;
const sendFile = (name: string, chat = target, replyTo: Message | null = null) =>
  renderSend(chat)({
    ...textDraft('mira'),
    mentions: [bruno],
    replyTo,
    file: new File(['bytes'], name, { type: 'image/png' }),
  });
const waiting = () => useOutbox.getState().messages;
const uploads = (count: number) => waitFor(() => expect(FakeUpload.all).toHaveLength(count));

/** The server accepts the upload: the message is in its answer and in its list of messages. */
function accept(): void {
  const referenceId = String(FakeUpload.last.form.get('referenceId'));
  const stored = buildMessage(1, {
    senderId: ana.uuid,
    referenceId,
    type: 'IMAGE',
    mediaUrl: '/api/files/1',
  });
  fetchMock.mockResolvedValue(Response.json({ content: [stored] }));
  FakeUpload.last.answer(201, { content: [stored] });
}

beforeEach(() => {
  localStorage.clear();
  startSession({ accessToken: 'secreto', user: ana });
  setCurrentUser(ana);
  useOutbox.setState({ messages: [] });
  useAttachments.setState({ files: {} });
  useNotification.setState({ current: null });
  queryClient = new QueryClient();
  queryClient.setQueryData(messagesKey(chatId), emptyWindow);
  FakeUpload.all.length = 0;
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  fetchMock.mockReset().mockImplementation(async () => Response.json({ content: [] }));
  vi.stubGlobal('fetch', fetchMock);
  // The test environment has no IndexedDB; the page then works without it and logs a warning.
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});

describe('sending a file', () => {
  it('posts the form that the product names', async () => {
    sendFile('Foto.PNG');
    await uploads(1);
    const { url, headers, form } = FakeUpload.last;
    expect(url).toBe(`/api/chats/${chatId}/messages`);
    expect(headers.get('authorization')).toBe('Bearer secreto');
    expect(form.get('image')).toMatchObject({ name: 'Foto.PNG' });
    expect(Object.fromEntries(form)).toMatchObject({
      content: 'mira',
      type: 'IMAGE',
      groupUuid: groupId,
      referenceId: waiting()[0]?.referenceId,
      mentionedUserIds: JSON.stringify([bruno.uuid]),
    });
  });

  it('sends content, type and image alone in the personal chat, its reference beside them', async () => {
    sendFile('informe.pdf', { ...target, chatType: 'PERSONAL', groupId: null });
    await uploads(1);
    const { form, headers } = FakeUpload.last;
    expect([...form.keys()]).toEqual(['content', 'type', 'image']);
    expect(form.get('type')).toBe('FILE');
    expect(headers.get('idempotency-key')).toBe(waiting()[0]?.referenceId);
  });

  it('answers a message by the way of replies, and quotes it meanwhile', async () => {
    const answered = buildMessage(9);
    sendFile('Foto.PNG', target, answered);
    await uploads(1);
    const { url, form } = FakeUpload.last;
    expect(url).toBe(`/api/chats/messages/${answered.uuid}/reply`);
    const [outgoing] = waiting();
    expect(outgoing?.reply).toMatchObject({
      replyToMessageUuid: answered.uuid,
      replyToMessageContent: answered.content,
    });
    expect([...form.keys()]).toEqual([
      'type',
      'content',
      'referenceId',
      'mentionedUserIds',
      'image',
    ]);
    expect(Object.fromEntries(form)).toMatchObject({
      type: 'IMAGE',
      content: 'mira',
      referenceId: outgoing?.referenceId,
      mentionedUserIds: JSON.stringify([bruno.uuid]),
    });
    accept();
    await waitFor(() => expect(waiting()).toEqual([]));
  });

  it('still answers that message when it is tried again after a reload', async () => {
    const answered = buildMessage(9);
    sendFile('foto.png', target, answered);
    await uploads(1);
    FakeUpload.last.answer(429, { message: 'Más despacio' });
    await waitFor(() => expect(waiting()[0]?.state).toBe('refused'));
    useOutbox.setState({ messages: [] });
    loadOutbox();
    const [failed] = waiting();
    sendingOf(queryClient).retry(failed?.referenceId ?? '');
    await uploads(2);
    expect(FakeUpload.last.url).toBe(`/api/chats/messages/${answered.uuid}/reply`);
  });

  it('tells how far it has got, and shows what the server made of it', async () => {
    sendFile('foto.png');
    await uploads(1);
    const reference = waiting()[0]?.referenceId ?? '';
    FakeUpload.last.progress(1, 4);
    expect(renderHook(() => useUploadShare(reference)).result.current).toBe(0.25);
    accept();
    await waitFor(() => expect(waiting()).toEqual([]));
    expect(cachedWindow(queryClient, chatId)?.messages).toMatchObject([
      { referenceId: reference, mediaUrl: '/api/files/1' },
    ]);
    expect(useAttachments.getState().files).toEqual({});
  });

  it('lets a text pass while the file is under way, but no second file', async () => {
    sendFile('grande.png');
    sendFile('otra.png');
    renderSend()(textDraft('hola'));
    await waitFor(() => expect(fetchMock).toHaveBeenCalled());
    expect(FakeUpload.all).toHaveLength(1);
    accept();
    await uploads(2);
  });

  it('is broken off when the message is discarded, without a word', async () => {
    sendFile('foto.png');
    await uploads(1);
    sendingOf(queryClient).discard(waiting()[0]?.referenceId ?? '');
    expect(FakeUpload.last.isAborted).toBe(true);
    expect(useNotification.getState().current).toBeNull();
  });

  it('is broken off, and its file let go of, with the login', async () => {
    sendFile('foto.png');
    await uploads(1);
    leaveSession();
    loadOutbox();
    expect(FakeUpload.last.isAborted).toBe(true);
    expect(useAttachments.getState().files).toEqual({});
  });

  it('is tried again on reconnection, under the same reference', async () => {
    sendFile('foto.png');
    await uploads(1);
    const first = FakeUpload.last.form.get('referenceId');
    FakeUpload.last.lose();
    await waitFor(() => expect(waiting()[0]?.state).toBe('unreachable'));
    sendingOf(queryClient).resume();
    await uploads(2);
    expect(FakeUpload.last.form.get('referenceId')).toBe(first);
  });

  it('stays as refused, with the reason, when the server will not have it', async () => {
    sendFile('foto.png');
    await uploads(1);
    FakeUpload.last.answer(413, { message: 'El archivo es demasiado grande' });
    await waitFor(() => expect(waiting()[0]?.state).toBe('refused'));
    expect(useNotification.getState().current?.message).toBe('El archivo es demasiado grande');
  });

  it('goes as a file, with all that goes along, when it was not taken as an image', async () => {
    const answered = buildMessage(9);
    sendFile('IMG_0001.JPG', target, answered);
    await uploads(1);
    const first = Object.fromEntries(FakeUpload.last.form);
    FakeUpload.last.answer(422, { message: 'El archivo no es una imagen válida' });
    await waitFor(() => expect(waiting()[0]?.state).toBe('notAnImage'));
    expect(useNotification.getState().current?.message).toBe('El archivo no es una imagen válida');
    useOutbox.setState({ messages: [] });
    loadOutbox();
    const [failed] = waiting();
    sendingOf(queryClient).retry(failed?.referenceId ?? '');
    await uploads(2);
    expect(FakeUpload.last.url).toBe(`/api/chats/messages/${answered.uuid}/reply`);
    expect(Object.fromEntries(FakeUpload.last.form)).toEqual({ ...first, type: 'FILE' });
  });

  it('counts as lost once no byte has moved for half a minute, however long it took before', async () => {
    sendFile('foto.png');
    await uploads(1);
    vi.useFakeTimers();
    FakeUpload.last.progress(1, 10);
    vi.advanceTimersByTime(29_000);
    FakeUpload.last.progress(2, 10);
    vi.advanceTimersByTime(29_000);
    expect(FakeUpload.last.isAborted).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(FakeUpload.last.isAborted).toBe(true);
    vi.useRealTimers();
    await waitFor(() => expect(waiting()[0]?.state).toBe('unreachable'));
  });

  it('says so when the file went with the page', async () => {
    sendFile('foto.png');
    await uploads(1);
    FakeUpload.last.lose();
    await waitFor(() => expect(waiting()[0]?.state).toBe('unreachable'));
    useAttachments.setState({ files: {} });
    const [failed] = waiting();
    sendingOf(queryClient).retry(failed?.referenceId ?? '');
    await waitFor(() => expect(waiting()[0]?.state).toBe('fileLost'));
    expect(FakeUpload.all).toHaveLength(1);
  });

  it.each([
    [
      'can no longer be read',
      { stream: () => new ReadableStream({ pull: () => Promise.reject() }) },
    ],
    ['has become longer', { stream: () => new Blob(['más bytes']).stream() }],
  ])('says that it must be chosen again when it %s', async (_, changes) => {
    const file = Object.assign(new File(['bytes'], 'foto.png', { type: 'image/png' }), changes);
    renderSend()({ ...textDraft('mira'), file });
    await waitFor(() => expect(waiting()[0]?.state).toBe('fileChanged'));
    expect(useNotification.getState().current?.message).toBe(
      'El archivo ha cambiado o ya no está donde estaba: vuelve a elegirlo',
    );
    expect(FakeUpload.all).toHaveLength(0);
  });
});
