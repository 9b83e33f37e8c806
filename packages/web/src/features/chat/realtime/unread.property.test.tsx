import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { queryClient } from '../../../shared/query-client.ts';
import { endSession, setCurrentUser, startSession } from '../../../shared/session.ts';
import { socket } from '../../../shared/socket.ts';
import { ana, groupId } from '../../../test/builders.ts';
import { emitReserved, fakeSocket } from '../../../test/fakes.ts';
import { listenToChat } from '../../../test/listen-to-chat.ts';
import { otherGroupId, UnreadServer } from '../../../test/unread-server.ts';
import { registerGroupsRealtime } from '../../directory/lists/directory.realtime.ts';
import { cachedChatList, ownGroupsQuery, useChatList, useOwnGroups } from '../list/chat-lists.ts';
import { messagesQuery } from '../messages/list-messages.ts';
import { useMarkSeen } from '../receipts/receipts.ts';

const page = fakeSocket(receiveSignal);
registerGroupsRealtime(page.socket, queryClient);
listenToChat(page.socket, queryClient);

let server: UnreadServer;
let isVisible = true;

/** The open page: a chat of a group, or a group with its list alone. */
interface Opened {
  groupId: string;
  chat: number | null;
}

const signalSchema = z.object({ chatId: z.string(), upToSeq: z.number() });

function receiveSignal(...said: unknown[]): void {
  const [event, payload, answer] = said;
  if (event === 'seen') server.receive(signalSchema.parse(payload));
  if (typeof answer === 'function') answer({ ok: true });
}

/** Loads the page's data: groups and title always, the list of one group, and the end of one of its chats. */
function usePage({ groupId: ofGroup, chat }: Opened): void {
  useOwnGroups();
  const list = useChatList(ofGroup).data ?? [];
  const open = chat === null ? undefined : server.chats[chat];
  const entry = list.find(({ hash }) => hash === open?.hash);
  const opened = entry?.chatUuid ?? null;
  const { data } = useQuery({ ...messagesQuery(opened ?? ''), enabled: opened !== null });
  const upToSeq = opened ? (data?.messages.at(-1)?.seq ?? 0) : 0;
  useMarkSeen(opened, { upToSeq, isAtEnd: true });
}

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function show(next: boolean): void {
  isVisible = next;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

function lose(): void {
  socket.connected = false;
  server.lose();
}

/** Registers the page again, as `socket.ts` does after each connection. */
function reconnect(): void {
  if (socket.connected) return;
  server.find();
  socket.connected = true;
  act(() => emitReserved(socket, 'connect'));
}

function receive(): void {
  const event = server.takeEvent();
  if (event) act(() => page.say(...event));
}

const chat = fc.nat({ max: 2 });
const which = fc.nat({ max: 3 });
const doing = <const Do extends string>(word: Do) => fc.constant(word);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: doing('write'), chat }) },
  { weight: 3, arbitrary: fc.record({ do: doing('edit'), chat }) },
  { weight: 6, arbitrary: fc.record({ do: doing('publish') }) },
  { weight: 8, arbitrary: fc.record({ do: doing('receive') }) },
  { weight: 4, arbitrary: fc.record({ do: doing('takeSignal') }) },
  { weight: 6, arbitrary: fc.record({ do: doing('answer'), which }) },
  { weight: 6, arbitrary: fc.record({ do: doing('deliver'), which }) },
  { weight: 4, arbitrary: fc.record({ do: doing('open'), chat: fc.option(chat) }) },
  { weight: 3, arbitrary: fc.record({ do: doing('look'), isLooking: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: doing('readElsewhere'), chat }) },
  { weight: 1, arbitrary: fc.record({ do: doing('lose') }) },
  { weight: 2, arbitrary: fc.record({ do: doing('reconnect') }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: doing('pass'), ms: fc.constantFrom(0, 20, 150, 1_500, 16_000) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function take(one: Step, go: (opened: Opened) => void): Promise<void> {
  switch (one.do) {
    case 'open':
      go({ groupId: server.chats[one.chat ?? 2]?.groupId ?? groupId, chat: one.chat });
      break;
    case 'look':
      show(one.isLooking);
      break;
    case 'receive':
      receive();
      break;
    case 'answer':
      server.answer(one.which);
      break;
    case 'deliver':
      server.deliverAnswer(one.which);
      break;
    case 'lose':
      lose();
      break;
    case 'reconnect':
      reconnect();
      break;
    case 'pass':
      if (one.ms >= 1_000) await arrive();
      break;
    case 'write':
    case 'edit':
    case 'readElsewhere':
      server[one.do](one.chat);
      break;
    default:
      server[one.do]();
  }
  await pass(one.do === 'pass' ? one.ms : 1);
}

/** Waits until all requests and events have arrived: none takes longer than a second or two. */
async function arrive(): Promise<void> {
  while (server.isBusy) {
    server.publish();
    server.takeSignal();
    receive();
    server.answer(0);
    server.deliverAnswer(0);
    await pass(1);
  }
}

async function settle(): Promise<void> {
  reconnect();
  for (let waits = 0; waits < 3; waits += 1) {
    await arrive();
    await pass(2_500);
  }
  await arrive();
}

const shownUnread = () =>
  queryClient.getQueryData(ownGroupsQuery.queryKey)?.map(({ unreadCount }) => unreadCount);

const entriesOf = (ofGroup: string) => cachedChatList(queryClient, ofGroup) ?? [];

async function run(steps: Step[], last: Opened & { isLooking: boolean }): Promise<void> {
  server = new UnreadServer();
  socket.connected = true;
  startSession({ accessToken: 'secreto', user: ana });
  setCurrentUser(ana);
  const first: Opened = { groupId, chat: null };
  const { rerender } = renderHook(usePage, { initialProps: first, wrapper });
  for (const one of steps) await take(one, rerender);
  rerender(last);
  show(last.isLooking);
  await settle();
  expect(shownUnread()).toEqual([groupId, otherGroupId].map((id) => server.unreadOf(id)));
  // The page fetches another group's list again when it shows that list.
  for (const { hash, lastMessage } of entriesOf(last.groupId)) {
    expect(lastMessage?.content).toBe(server.lastContentOf(hash));
  }
  const open = last.chat === null ? undefined : server.chats[last.chat];
  if (last.isLooking && open) expect(open.seen).toBe(open.last);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => server.ask(url, signal));
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() =>
    isVisible ? 'visible' : 'hidden',
  );
  vi.spyOn(socket, 'emit').mockImplementation((...said) => {
    receiveSignal(...said);
    return socket;
  });
});
afterEach(() => vi.useRealTimers());

it('whatever comes first, what is in sight of a looked-at tab is seen, and counts tell what is not', async () => {
  const last = fc
    .record({ chat: fc.option(chat), isLooking: fc.boolean() })
    .map((end) => ({ ...end, groupId: end.chat === 2 ? otherGroupId : groupId }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }),
      last,
      async (steps, end) => {
        try {
          await run(steps, end);
        } finally {
          cleanup();
          endSession();
          queryClient.clear();
          await vi.runOnlyPendingTimersAsync();
        }
      },
    ),
    { numRuns: 40, endOnFailure: true },
  );
}, 120_000);
