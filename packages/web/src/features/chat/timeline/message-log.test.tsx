import { required } from '@chat/contract/checks';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setCurrentUser } from '../../../shared/session.ts';
import { ana, buildMessage, chatId, hash } from '../../../test/builders.ts';
import { cachedWindow, messagesKey } from '../messages/list-messages.ts';
import { type MessageWindow, newestWindow, windowAroundSeq } from '../messages/message-window.ts';
import { messagesTexts } from '../messages/messages.texts.ts';
import { MessageLog } from './message-log.tsx';

const chat = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => buildMessage(from + index));
const toUnread = () => screen.queryByRole('button', { name: messagesTexts.jumpToUnread });
let queryClient: QueryClient;
let asked: string | null;
let searches: string[];
let answer: () => Response;

/** The newest fifty of the chat are loaded; Ana had seen up to `unreadAfter`. */
const showLog = (newest: number, unreadAfter: number | null) =>
  showWindow(newestWindow(chat(newest - 49, newest)), unreadAfter);

function showWindow(loaded: MessageWindow, unreadAfter: number | null) {
  queryClient.setQueryData(messagesKey(chatId), loaded);
  render(
    <QueryClientProvider client={queryClient}>
      <MessageLog chatId={chatId} hash={hash} unreadAfter={unreadAfter} />
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  setCurrentUser(ana);
  queryClient = new QueryClient();
  asked = null;
  searches = [];
  // A list without a height asks for an older page, which never arrives.
  vi.stubGlobal('fetch', (url: string) => {
    const { search, searchParams } = new URL(url, 'http://localhost');
    searches.push(search);
    const aroundSeq = searchParams.get('aroundSeq');
    if (aroundSeq === null) return new Promise(() => {});
    asked = aroundSeq;
    return Promise.resolve(answer());
  });
});
afterEach(cleanup);

it('leads to what is unread before the newest fifty at once, and reads it where it begins', async () => {
  answer = () => Response.json({ content: chat(176, 225) });
  showLog(900, 200);
  expect(toUnread()).toBeTruthy();
  await userEvent.click(required(toUnread(), 'element'));
  expect(asked).toBe('201');
  const loaded = () => cachedWindow(queryClient, chatId);
  await waitFor(() => expect(loaded()?.messages[0]?.seq).toBe(176));
  expect(loaded()).toMatchObject({ hasOlder: true, hasNewer: true });
  expect(document.activeElement).toBe(screen.getByRole('log'));
});

it('leads nowhere when nothing is unread', () => {
  showLog(900, null);
  expect(toUnread()).toBeNull();
});

it('keeps the button when what is unread could not be read', async () => {
  answer = () => Response.json({ message: '', errors: {} }, { status: 500 });
  showLog(900, 0);
  await userEvent.click(required(toUnread(), 'element'));
  // Only the page of older messages is still pending.
  await waitFor(() => expect(queryClient.isMutating()).toBe(1));
  expect(asked).toBe('1');
  expect(toUnread()).toBeTruthy();
});

it('stays at the old message that its chat is opened at, and reads on from there alone', async () => {
  showWindow(windowAroundSeq(chat(176, 225), 201), null);
  await waitFor(() => expect(searches).toHaveLength(2));
  expect(searches.sort()).toEqual([
    `?after=${buildMessage(225).uuid}`,
    `?before=${buildMessage(176).uuid}`,
  ]);
});
