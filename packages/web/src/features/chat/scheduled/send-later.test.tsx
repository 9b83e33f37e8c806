import type { Scheduled } from '@chat/contract/writing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCurrentUser } from '../../../shared/session.ts';
import { useNotification } from '../../../shared/toast/notify.ts';
import { ana, buildMessage, chatId, groupId, hash } from '../../../test/builders.ts';
import { fakeSocket, insertAsTyped } from '../../../test/fakes.ts';
import { AVAILABILITY } from '../list/availability.ts';
import type { ChatTarget } from '../list/chat-lists.ts';
import { setReply } from '../replies/replies.ts';
import { WritingPane } from '../screen/writing-pane.tsx';
import { scheduledTexts as texts } from './scheduled.texts.ts';
import { registerScheduledRealtime, scheduledQuery, settleScheduled } from './scheduled.ts';
import { mondayMorning, tomorrowMorning } from './times.ts';

const direct: ChatTarget = { hash, chatType: 'DIRECT', chatId, groupId, peerId: 'bruno' };
const personal: ChatTarget = { ...direct, chatType: 'PERSONAL', groupId: null, peerId: null };

interface Asked {
  url: string;
  body: { content: string; sendAt: string; referenceId: string };
}

let queryClient: QueryClient;
let asked: Asked[];
const answer = vi.fn<(body: Asked['body']) => Response | Promise<Response>>();

const buildScheduled = (changes: Partial<Scheduled> = {}): Scheduled => ({
  uuid: 'scheduled-1',
  chatId,
  content: 'hola',
  mentions: [],
  referenceId: 'reference',
  sendAt: tomorrowMorning(new Date()).toISOString(),
  createdAt: new Date().toISOString(),
  droppedAt: null,
  reason: null,
  messageId: null,
  ...changes,
});

function show(target: ChatTarget, chosen = false): void {
  const file = new File(['x'], 'x.txt');
  const pane = (
    <WritingPane
      {...{ target, hasFocus: true }}
      chosen={chosen ? { file, text: '' } : null}
      onChoose={() => undefined}
    />
  );
  render(<QueryClientProvider client={queryClient}>{pane}</QueryClientProvider>);
}

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const button = () => screen.queryByRole<HTMLButtonElement>('button', { name: texts.later });
const notice = () => useNotification.getState().current;

async function choose(label: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: texts.later }));
  await userEvent.click(await screen.findByRole('menuitem', { name: label }));
}

/** A Wednesday: tomorrow is no Monday, and the next Monday is less than a week away. */
const NOW = new Date(2026, 10, 25, 12);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  document.execCommand = insertAsTyped;
  localStorage.clear();
  setCurrentUser(ana);
  useNotification.setState({ current: null });
  queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  });
  queryClient.setQueryData([AVAILABILITY, hash], { outside: false, until: null });
  asked = [];
  answer.mockReset();
  answer.mockImplementation(({ content, sendAt, referenceId }) => {
    const scheduled = buildScheduled({ content, sendAt, referenceId });
    return Response.json({ content: scheduled }, { status: 201 });
  });
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (!url.endsWith('/scheduled')) return Response.json({ content: null });
    const parsed = JSON.parse(String(body));
    asked.push({ url, body: parsed });
    return answer(parsed);
  });
});
afterEach(() => {
  cleanup();
  setReply(hash, null);
  vi.useRealTimers();
});

describe('the button that sends later', () => {
  it('is disabled with the one that sends', async () => {
    show(direct);
    expect(button()?.disabled).toBe(true);
    await userEvent.type(box(), ' ');
    expect(button()?.disabled).toBe(true);
    await userEvent.type(box(), 'hola');
    expect(button()?.disabled).toBe(false);
  });

  it('is not there in the personal chat, while replying, nor while attaching', async () => {
    show(personal);
    expect(button()).toBeNull();
    cleanup();
    show(direct, true);
    expect(button()).toBeNull();
    cleanup();
    show(direct);
    expect(button()).not.toBeNull();
    act(() => setReply(hash, buildMessage(1)));
    await waitFor(() => expect(button()).toBeNull());
    act(() => setReply(hash, null));
    await waitFor(() => expect(button()).not.toBeNull());
  });

  it.each([
    [texts.tomorrow, tomorrowMorning, 'Se enviará mañana a las 09:00'],
    [texts.monday, mondayMorning, 'Se enviará el lunes a las 09:00'],
  ])('sends %s, says when, and empties the box', async (label, timeOf, said) => {
    show(direct);
    await userEvent.type(box(), 'hola');
    await choose(label);
    await waitFor(() => expect(box().value).toBe(''));
    expect(asked[0]?.url).toBe(`/api/chats/${chatId}/scheduled`);
    expect(asked[0]?.body).toMatchObject({
      content: 'hola',
      sendAt: timeOf(new Date()).toISOString(),
    });
    expect(notice()?.message).toBe(said);
    expect(queryClient.getQueryData(scheduledQuery.queryKey)).toHaveLength(1);
    expect(document.activeElement).toBe(box());
  });

  it('offers the beginning of the other person’s hours where they are known', async () => {
    const until = new Date(Date.now() + 40 * 60 * 60 * 1000).toISOString();
    queryClient.setQueryData([AVAILABILITY, hash], { outside: true, until });
    show(direct);
    await userEvent.type(box(), 'hola');
    await choose(texts.atTheirHours);
    await waitFor(() => expect(box().value).toBe(''));
    expect(asked[0]?.body.sendAt).toBe(until);
    cleanup();
    queryClient.setQueryData([AVAILABILITY, hash], { outside: true, until: null });
    show(direct);
    await userEvent.type(box(), 'hola');
    await userEvent.click(screen.getByRole('button', { name: texts.later }));
    await screen.findByRole('menuitem', { name: texts.tomorrow });
    expect(screen.queryByRole('menuitem', { name: texts.atTheirHours })).toBeNull();
  });

  it('asks for those hours before the first message, too', async () => {
    const until = new Date(Date.now() + 40 * 60 * 60 * 1000).toISOString();
    queryClient.clear();
    vi.stubGlobal('fetch', async (url: string) => {
      if (url.endsWith(`/chats/users/bruno/groups/${groupId}`))
        return Response.json({ content: { uuid: chatId } });
      const isAsked = url.endsWith(`/chats/${chatId}/availability`);
      return Response.json({ content: isAsked ? { outside: true, until } : null });
    });
    show({ ...direct, chatId: null });
    await userEvent.type(box(), 'hola');
    await userEvent.click(screen.getByRole('button', { name: texts.later }));
    expect(await screen.findByRole('menuitem', { name: texts.atTheirHours })).not.toBeNull();
  });

  it('leaves the text when it fails, and tries again under the same reference', async () => {
    show(direct);
    await userEvent.type(box(), 'hola');
    answer.mockImplementationOnce(() => Promise.reject(new TypeError('offline')));
    await choose(texts.tomorrow);
    await waitFor(() => expect(notice()).toMatchObject({ message: texts.failed, color: 'error' }));
    expect(box().value).toBe('hola');
    await choose(texts.tomorrow);
    await waitFor(() => expect(box().value).toBe(''));
    expect(asked.map(({ body }) => body.referenceId)).toHaveLength(2);
    expect(new Set(asked.map(({ body }) => body.referenceId)).size).toBe(1);
    await userEvent.type(box(), 'hola');
    await choose(texts.tomorrow);
    await waitFor(() => expect(box().value).toBe(''));
    expect(new Set(asked.map(({ body }) => body.referenceId)).size).toBe(2);
  });

  it('keeps the text from being sent at once as well, and takes nothing that was typed meanwhile', async () => {
    show(direct);
    await userEvent.type(box(), 'hola');
    let settle: (answered: Response) => void = () => undefined;
    answer.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          settle = resolve;
        }),
    );
    await choose(texts.tomorrow);
    await userEvent.type(box(), '{Enter}');
    expect(box().value).toBe('hola');
    await userEvent.type(box(), ' y adiós');
    expect(button()?.getAttribute('aria-busy')).toBe('true');
    settle(Response.json({ content: buildScheduled() }, { status: 201 }));
    await waitFor(() => expect(notice()?.color).toBe('success'));
    expect(box().value).toBe('hola y adiós');
    expect(button()?.getAttribute('aria-busy')).toBeNull();
  });

  it('takes a day and a time, and refuses those that are over', async () => {
    show(direct);
    await userEvent.type(box(), 'hola');
    await choose(texts.pick);
    const day = await screen.findByLabelText<HTMLInputElement>(texts.day);
    await userEvent.clear(day);
    await userEvent.type(day, '2020-01-01');
    await userEvent.click(screen.getByRole('button', { name: texts.schedule }));
    expect(screen.getByText(texts.past)).toBeTruthy();
    expect(asked).toEqual([]);
    const sendAt = new Date(tomorrowMorning(new Date()).getTime() + 24 * 60 * 60 * 1000);
    await userEvent.clear(day);
    await userEvent.type(day, sendAt.toISOString().slice(0, 10));
    await userEvent.click(screen.getByRole('button', { name: texts.schedule }));
    await waitFor(() => expect(box().value).toBe(''));
    expect(asked[0]?.body.content).toBe('hola');
    expect(screen.queryByLabelText(texts.day)).toBeNull();
  });
});

it('one that could not be sent is read again, and said', async () => {
  queryClient.setQueryData(scheduledQuery.queryKey, [buildScheduled()]);
  const dropped = buildScheduled({ droppedAt: new Date().toISOString(), reason: 'NOT_ALLOWED' });
  vi.stubGlobal('fetch', async () => Response.json({ content: [dropped] }));
  const server = fakeSocket();
  registerScheduledRealtime(server.socket, queryClient);
  server.say('scheduled:dropped', { uuid: dropped.uuid, chatId, reason: 'NOT_ALLOWED' });
  expect(notice()?.message).toBe(texts.droppedNotice);
  await waitFor(() => expect(queryClient.getQueryData(scheduledQuery.queryKey)).toEqual([dropped]));
});

it('a message that was waiting waits no more once it has come', () => {
  const waiting = [buildScheduled(), buildScheduled({ uuid: 'other', referenceId: 'other' })];
  queryClient.setQueryData(scheduledQuery.queryKey, waiting);
  settleScheduled(queryClient, buildMessage(1, { referenceId: 'reference' }));
  expect(queryClient.getQueryData(scheduledQuery.queryKey)).toHaveLength(2);
  settleScheduled(queryClient, buildMessage(1, { senderId: ana.uuid, referenceId: 'reference' }));
  expect(queryClient.getQueryData(scheduledQuery.queryKey)).toEqual(waiting.slice(1));
});
