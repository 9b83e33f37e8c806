import { messageErrors } from '@chat/contract/checks';
import type { Message } from '@chat/contract/messages';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCurrentUser } from '../../../shared/session.ts';
import { useNotification } from '../../../shared/toast/notify.ts';
import { ana, bruno, buildMessage, chatId, groupId, hash } from '../../../test/builders.ts';
import { insertAsTyped } from '../../../test/fakes.ts';
import { configQuery } from '../../system/api.ts';
import { beginEdit, endEdit } from '../editing/editing.ts';
import type { ChatTarget } from '../list/chat-lists.ts';
import { cachedWindow, changeWindow, messagesKey } from '../messages/list-messages.ts';
import { editingTexts } from '../messages/message-menu.texts.ts';
import { applyRemoval, emptyWindow } from '../messages/message-window.ts';
import { messagesTexts } from '../messages/messages.texts.ts';
import { useOutbox } from '../outbox/outbox.ts';
import { scheduledTexts } from '../scheduled/scheduled.texts.ts';
import { WritingPane } from './writing-pane.tsx';

const MINUTE = 60_000;
const carla = { uuid: '0198a000-0000-7000-8000-00000000000c', email: 'carla@empresa.local' };
const target: ChatTarget = { hash, chatType: 'GROUP', chatId, groupId, peerId: null };

/** A message of Ana, written so many minutes ago. */
const own = (seq: number, minutesAgo: number, changes: Partial<Message> = {}) =>
  buildMessage(seq, {
    senderId: ana.uuid,
    senderEmail: ana.email,
    chatType: 'GROUP',
    createdAt: new Date(Date.now() - minutesAgo * MINUTE).toISOString(),
    ...changes,
  });

let queryClient: QueryClient;
const answer = vi.fn<(body: unknown) => Response | Promise<Response>>();
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const bar = () => screen.queryByRole('region', { name: editingTexts.editing });
const later = () => screen.queryByRole('button', { name: scheduledTexts.later });
const shown = () => cachedWindow(queryClient, chatId)?.messages;
const answerWith = (message: Message) =>
  answer.mockReturnValue(Response.json({ content: message }));

function show(messages: Message[], editMinutes = 15): void {
  queryClient.setQueryData(messagesKey(chatId), { ...emptyWindow, messages });
  const signIn = { oidcName: null, passwordLogin: true };
  const config = { emailDomain: '', groupAddress: '', maxUploadBytes: 1, version: '1', ...signIn };
  queryClient.setQueryData(configQuery.queryKey, { ...config, editMinutes, deleteMinutes: 60 });
  const pane = (
    <WritingPane
      {...{ target, mentionChatId: chatId, hasFocus: true }}
      chosen={null}
      onChoose={() => undefined}
    />
  );
  render(<QueryClientProvider client={queryClient}>{pane}</QueryClientProvider>);
}

/** Begins the edit as the menu does. */
async function edit(message: Message): Promise<void> {
  act(() => beginEdit(message));
  await waitFor(() => expect(bar()).toBeTruthy());
}

beforeEach(() => {
  document.execCommand = insertAsTyped;
  localStorage.clear();
  setCurrentUser(ana);
  queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  });
  queryClient.setQueryData(['groups', 'chat', chatId, 'participants'], [ana, bruno, carla]);
  answer.mockReset();
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) =>
    answer(JSON.parse(String(body))),
  );
});
afterEach(() => {
  cleanup();
  endEdit(hash);
});

describe('editing an own message', () => {
  it('puts its text into the box, and Enter saves what it says then', async () => {
    const message = own(2, 1, { content: 'hola' });
    show([buildMessage(1), message]);
    expect(later()).not.toBeNull();
    await edit(message);
    expect(box().value).toBe('hola');
    expect(document.activeElement).toBe(box());
    expect(later()).toBeNull();
    const edited = { ...message, content: 'hola a todos', editedAt: '2026-11-21T12:00:00.000Z' };
    answerWith(edited);
    await userEvent.keyboard(' a todos{Enter}');
    await waitFor(() => expect(bar()).toBeNull());
    expect(answer).toHaveBeenCalledExactlyOnceWith({
      content: 'hola a todos',
      mentionedUserIds: [],
    });
    expect(shown()?.at(-1)).toEqual(edited);
    expect(box().value).toBe('');
    expect(document.activeElement).toBe(box());
  });

  it('is called off by Escape and by its button, and the draft that stood there comes back', async () => {
    const message = own(1, 1, { content: 'hola' });
    show([message]);
    await userEvent.type(box(), 'a medias');
    await edit(message);
    await userEvent.keyboard(' otra{Escape}');
    expect([bar(), box().value]).toEqual([null, 'a medias']);
    await edit(message);
    expect(box().value).toBe('hola');
    await userEvent.click(screen.getByRole('button', { name: editingTexts.cancel }));
    expect([bar(), box().value]).toEqual([null, 'a medias']);
    expect(document.activeElement).toBe(box());
    expect(answer).not.toHaveBeenCalled();
  });

  it.each([
    [
      'late',
      () => Response.json({ message: messageErrors.editLate }, { status: 409 }),
      messageErrors.editLate,
    ],
    ['without a network', () => Promise.reject(new TypeError('offline')), editingTexts.failed],
  ])('that fails, %s, leaves what was typed and says why', async (_, respond, reason) => {
    const message = own(1, 1, { content: 'hola' });
    show([message]);
    await edit(message);
    answer.mockImplementation(respond);
    await userEvent.keyboard('!{Enter}');
    await waitFor(() => expect(useNotification.getState().current?.message).toBe(reason));
    expect(box().value).toBe('hola!');
    expect(bar()).toBeTruthy();
    answerWith({ ...message, content: 'hola!', editedAt: '2026-11-21T12:00:00.000Z' });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(bar()).toBeNull());
  });

  it('is saved once, and asks for nothing when nothing is changed', async () => {
    const message = own(1, 1, { content: 'hola' });
    show([message]);
    await edit(message);
    await userEvent.keyboard('{Enter}');
    expect(bar()).toBeNull();
    expect(answer).not.toHaveBeenCalled();
    await edit(message);
    answer.mockReturnValue(new Promise(() => undefined));
    await userEvent.keyboard('!{Enter}{Enter}');
    expect(answer).toHaveBeenCalledTimes(1);
    expect(box().readOnly).toBe(true);
  });

  it('is not saved without a text, except a caption', async () => {
    const message = own(1, 1, { content: 'hola' });
    const photo = own(2, 1, { type: 'IMAGE', content: 'mira', mediaUrl: '/api/files/1' });
    show([message, photo]);
    await edit(message);
    await userEvent.clear(box());
    await userEvent.keyboard('{Enter}');
    expect(bar()).toBeTruthy();
    await edit(photo);
    expect(box().value).toBe('mira');
    await userEvent.clear(box());
    answerWith({ ...photo, content: '', editedAt: '2026-11-21T12:00:00.000Z' });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(bar()).toBeNull());
    expect(answer).toHaveBeenCalledExactlyOnceWith({ content: null, mentionedUserIds: [] });
  });

  it('has the chips of its mentions, which go as a whole, and takes new ones', async () => {
    const content = `hola @${bruno.email} y @${bruno.email}x`;
    const message = own(1, 1, { content, mentions: [bruno] });
    show([message]);
    await edit(message);
    answerWith(message);
    await userEvent.keyboard(' @car{Enter}{Enter}');
    await waitFor(() => expect(answer).toHaveBeenCalled());
    expect(answer.mock.lastCall).toEqual([
      { content: `${content} @${carla.email} `, mentionedUserIds: [bruno.uuid, carla.uuid] },
    ]);
    await waitFor(() => expect(bar()).toBeNull());
    await edit(message);
    box().setSelectionRange(0, `hola @${bruno.email}`.length);
    await userEvent.keyboard('{Backspace}{Enter}');
    await waitFor(() => expect(answer).toHaveBeenCalledTimes(2));
    expect(answer.mock.lastCall).toEqual([
      { content: ` y @${bruno.email}x`, mentionedUserIds: [] },
    ]);
  });

  it('leaves who is mentioned without standing in the text', async () => {
    const message = own(1, 1, { content: 'hola', mentions: [carla] });
    show([message]);
    await edit(message);
    answerWith(message);
    await userEvent.keyboard('!{Enter}');
    await waitFor(() => expect(answer).toHaveBeenCalled());
    expect(answer.mock.lastCall).toEqual([{ content: 'hola!', mentionedUserIds: [carla.uuid] }]);
  });

  it('ends when the message is deleted meanwhile', async () => {
    const message = own(2, 1, { content: 'hola' });
    show([buildMessage(1), message, buildMessage(3)]);
    await edit(message);
    const deleted = { messageId: message.uuid };
    act(() => changeWindow(queryClient, chatId, (loaded) => applyRemoval(loaded, deleted)));
    await waitFor(() => expect(bar()).toBeNull());
    expect(useNotification.getState().current?.message).toBe(editingTexts.gone);
    expect(box().value).toBe('');
  });
});

describe('the arrow up in an empty box', () => {
  const name = () => box().getAttribute('aria-label');

  it('edits the last own message that may still be edited', async () => {
    const forwarded = own(3, 1, { content: 'reenviado', forwarded: true });
    show([
      own(1, 20, { content: 'vieja' }),
      own(2, 14, { content: 'esta' }),
      forwarded,
      buildMessage(4),
    ]);
    await waitFor(async () => {
      await userEvent.type(box(), '{ArrowUp}');
      expect(name()).toBe(messagesTexts.editText);
    });
    expect(box().value).toBe('esta');
  });

  it('does nothing while a message is on its way: it would be the one before', async () => {
    const message = own(1, 1, { content: 'hola' });
    show([message]);
    await edit(message);
    await userEvent.keyboard('{Escape}');
    answer.mockReturnValue(new Promise(() => undefined));
    await userEvent.keyboard('nueva{Enter}{ArrowUp}');
    await act(() => Promise.resolve());
    expect(name()).toBe(messagesTexts.write);
    useOutbox.setState({ messages: [] });
  });

  it('does nothing where something is typed, nor with a key held, nor without such a message', async () => {
    const message = own(1, 1, { content: 'hola' });
    show([message]);
    await edit(message);
    await userEvent.keyboard('{Escape}{Shift>}{ArrowUp}{/Shift}a{ArrowUp}');
    await act(() => Promise.resolve());
    expect(name()).toBe(messagesTexts.write);
    cleanup();
    show([message], 0);
    await userEvent.type(box(), '{Backspace}{ArrowUp}');
    await act(() => Promise.resolve());
    expect(name()).toBe(messagesTexts.write);
  });
});
