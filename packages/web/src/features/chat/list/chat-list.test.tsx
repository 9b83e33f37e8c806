import type { ChatListEntry } from '@chat/contract/chats';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { buildEntry } from '../../../test/builders.ts';
import { ChatList } from './chat-list.tsx';
import { chatsTexts } from './chats.texts.ts';

const entries: ChatListEntry[] = [
  buildEntry({ email: 'grupo@empresa.local', chatType: 'GROUP', hash: 'group' }),
  buildEntry({ unreadCount: 3 }),
  buildEntry({ email: 'carla@empresa.local', hash: 'carla' }),
];

const onSelect = vi.fn<(entry: ChatListEntry) => void>();
const nothingFailed = { onSelect, isFailed: false, onRetry: () => undefined };
const show = () => render(<ChatList {...nothingFailed} entries={entries} selected={entries[0]} />);
const list = () => within(screen.getByRole('list', { name: chatsTexts.list }));
const names = () =>
  list()
    .getAllByRole('listitem')
    .map((item) => item.textContent);

afterEach(cleanup);

it('labels the group chat General and the others by e-mail, with what is unread', () => {
  show();
  expect(names()[0]).toContain(chatsTexts.general);
  expect(names()[1]).toContain('bruno@empresa.local');
  expect(list().getByRole('img', { name: '3 mensajes sin leer' })).toBeTruthy();
});

it('filters by e-mail, whatever the case', async () => {
  show();
  await userEvent.type(screen.getByRole('searchbox', { name: chatsTexts.search }), 'CARLA');
  expect(names()).toHaveLength(1);
});

it('is walked with the arrows and opened with Enter', async () => {
  show();
  list().getAllByRole('button')[0]?.focus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onSelect).toHaveBeenCalledWith(entries[1]);
});
