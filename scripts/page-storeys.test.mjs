import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pageHouses, wrongComponents } from './lib/page-storeys.mjs';
import { inRepo } from './lib/root.mjs';
import { wrongRooms } from './lib/storeys.mjs';

const [page, chat, directory] = pageHouses;

/** From the words of a line: the import that it plants. */
function planted(line) {
  const [from, to] = line.split(' imports ');
  return [{ from, to }];
}

describe('no room of the page uses', () => {
  it.each([
    'shared/ui/button.tsx imports features/chat/messages/messages.texts.ts',
    'shared/ui/button.tsx imports pages/auth-login.page.tsx',
    'shared/socket.ts imports app/realtime.ts',
    'features/chat/realtime/chat.realtime.ts imports pages/auth-login.page.tsx',
    'features/chat/realtime/chat.realtime.ts imports app/follow.ts',
    'features/chat/messages/messages.texts.ts imports features/notifications/notices.ts',
    'features/chat/timeline/timeline.ts imports features/directory/users/users-table.tsx',
    'features/directory/users/users-table.tsx imports features/chat/list/chat-lists.ts',
    'features/notifications/notices.ts imports features/chat/messages/list-messages.ts',
    'features/quick-switcher/destinations.ts imports features/chat/outbox/outbox.ts',
    'features/first-steps/first-steps.tsx imports features/directory/groups/group-dialogs.tsx',
    'features/session/device-id.ts imports features/devices/api.ts',
    'features/devices/api.ts imports features/session/login-form.tsx',
    'pages/auth-login.page.tsx imports app/follow.ts',
  ])('what stands above it or beside it: %s', (line) => {
    expect(wrongRooms(page, planted(line))).toHaveLength(1);
  });

  it.each([
    'messages/message-window.ts imports outbox/outbox.ts',
    'list/chat-lists.ts imports receipts/mark-seen.ts',
    'outbox/outbox.ts imports timeline/timeline.ts',
    'outbox/send-message.ts imports composer/drafts.ts',
    'timeline/timeline.ts imports composer/drafts.ts',
    'composer/drafts.ts imports timeline/timeline.ts',
    'reactions/reactions.ts imports receipts/mark-seen.ts',
    'receipts/mark-seen.ts imports realtime/chat.realtime.ts',
  ])('what stands above it in the chat: %s', (line) => {
    expect(wrongRooms(chat, planted(line))).toHaveLength(1);
  });

  it.each([
    'users/users-table.tsx imports groups/group-dialogs.tsx',
    'groups/group-dialogs.tsx imports users/users-table.tsx',
    'lists/lists.ts imports groups/group-dialogs.tsx',
  ])('what stands beside it in the directory: %s', (line) => {
    expect(wrongRooms(directory, planted(line))).toHaveLength(1);
  });
});

describe('a component is used', () => {
  it.each([
    'features/first-steps/first-steps.tsx imports features/devices/devices-table.tsx',
    'features/notifications/notices.ts imports features/chat/list/chat-list.tsx',
  ])('by no other feature: %s', (line) => {
    expect(wrongComponents(planted(line))).toHaveLength(1);
  });

  it.each([
    'pages/admin-access.page.tsx imports features/devices/devices-table.tsx',
    'app/app.tsx imports features/presence/typing-notice.tsx',
    'features/chat/timeline/timeline.ts imports features/chat/timeline/message-item.tsx',
    'features/chat/timeline/message-item.tsx imports features/chat/media/file-card.tsx',
  ])('by pages, the application and its own feature: %s', (line) => {
    expect(wrongComponents(planted(line))).toEqual([]);
  });
});

const foldersIn = (path) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

it('the rooms of the page are all of its folders but what puts them together', () => {
  const features = foldersIn(inRepo(page.root, 'features')).map((name) => `features/${name}`);
  const others = foldersIn(inRepo(page.root)).filter(
    (name) => !['app', 'features', 'test'].includes(name),
  );
  expect([...features, ...others].filter((room) => !(room in page.rooms))).toEqual([]);
});

it.each([chat, directory])('the rooms of the $name are all of its folders', ({ root, rooms }) => {
  expect(foldersIn(inRepo(root)).sort()).toEqual(Object.keys(rooms).sort());
});
