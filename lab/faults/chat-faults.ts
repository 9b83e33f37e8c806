/** A mistake, its file, the text that stands there once, the text instead, and the names of the tests for it. */
export type Listed = [mistake: string, file: string, from: string, to: string, test: string];

export const CHAT = 'packages/server/src/modules/chat';
const STORE = `${CHAT}/store`;
export const gate = `${CHAT}/access/chat.access.ts`;
export const access: Listed[] = [
  [
    'an administrator reads personal chats',
    gate,
    "viewer.isAdmin && chat.kind !== 'PERSONAL'",
    'viewer.isAdmin',
    'permission-matrix',
  ],
  [
    'an administrator writes without being a member',
    gate,
    'if (!chat.isMember) throw forbidden(chatTexts.notMember);',
    '',
    'permission-matrix',
  ],
  [
    'everybody lists the chats of any group',
    gate,
    'if (group.participates) return group;',
    'return group;',
    'permission-matrix',
  ],
  [
    'in a chat that is closed messages are edited',
    gate,
    'if (!found.chat.isActive)',
    'if (false)',
    'messages/edit-refusals',
  ],
  [
    "anybody edits anybody's message",
    gate,
    'if (message.senderId !== viewer.id)',
    'if (false)',
    'messages/edit-refusals',
  ],
  [
    'anybody reads the information of any message',
    gate,
    'found.message.senderId !== viewer.id && !viewer.isAdmin',
    'false',
    'information.routes',
  ],
  [
    'a deleted group is still there',
    `${STORE}/chats.queries.ts`,
    ' and g.deleted_at is null`',
    '`',
    'groups/groups.routes',
  ],
  [
    'somebody who has left still counts as a member',
    `${STORE}/chats.queries.ts`,
    '} and me.left_at is null`;',
    '}`;',
    'groups/participants.routes',
  ],
];

const marks = `${STORE}/receipts.queries.ts`;
const written = `${CHAT}/receipts/write-receipts.ts`;
export const receipts: Listed[] = [
  [
    'a mark goes back',
    marks,
    'greatest(m.seen_seq, least(said.seen, said.last_seq)) as new_seen',
    'least(said.seen, said.last_seq) as new_seen',
    'receipts/receipts',
  ],
  [
    'a mark passes the last message',
    marks,
    'least(said.seen, said.last_seq)) as new_seen',
    'said.seen) as new_seen',
    'receipts/receipts',
  ],
  [
    'in a group of one person nothing is ever read',
    marks,
    "c.kind = 'GROUP' and present.people = 1",
    'false',
    'receipts/present',
  ],
  [
    'nothing is marked as delivered on arrival',
    marks,
    'last_seq > m.delivered_seq limit 1',
    'false limit 1',
    'receipts/receipts',
  ],
  [
    'authors hear of ticks before they know the message',
    written,
    'await messages.announced(chat.chatUuid);',
    '',
    'receipts/receipts.races',
  ],
  [
    'authors who have left hear of ticks',
    written,
    'const rooms = author.isMember ?',
    'const rooms = true ?',
    'supervision/watch.sockets',
  ],
  [
    'a tick of delivery is announced as one of reading',
    written,
    'if (author.hasSeen)',
    'if (author.hasDelivered)',
    'receipts/receipts.sockets',
  ],
];

const sends = `${STORE}/insert-messages.queries.ts`;
const pages = `${STORE}/message-page.queries.ts`;
export const order: Listed[] = [
  [
    'messages of one batch are numbered backwards',
    sends,
    'known.id is null order by t.at)',
    'known.id is null order by t.at desc)',
    'chat/send',
  ],
  [
    'a repeated send is a second message',
    sends,
    'known.reference_id = t.reference_id',
    'false',
    'store/insert-messages',
  ],
  [
    'a number is left out after each send',
    sends,
    'set last_seq = p.seq, last',
    'set last_seq = p.seq + 1, last',
    'store/insert-messages',
  ],
  [
    'pages show deleted messages',
    pages,
    'm.deleted_at is null and m.seq >= page.first',
    'm.seq >= page.first',
    'messages/delete',
  ],
  [
    'a page repeats the last message of the page before',
    pages,
    'm.seq < page.beyond',
    'm.seq <= page.beyond',
    'messages/paging',
  ],
  [
    'a page counts deleted messages among its own',
    pages,
    'd.deleted_at is not null and d.seq',
    'false and d.seq',
    'messages/gaps',
  ],
];

const CONTRACT = 'packages/contract/src';
const entries = `${CONTRACT}/chat-changes.ts`;
export const counters: Listed[] = [
  [
    'deleted messages count as unread',
    marks,
    'd.seq > locked.new_seen and d.deleted_at is not null',
    'false',
    'receipts/receipts.sockets',
  ],
  [
    'reading lowers no sum of direct chats',
    marks,
    'set messages = k.messages + counted.messages',
    'set messages = k.messages',
    'store/direct-unread',
  ],
  [
    'the list counts deleted messages',
    `${STORE}/chat-lists.queries.ts`,
    'd.seq > me.seen_seq and d.deleted_at is not null',
    'false',
    'lists/chat-list messages/delete',
  ],
  [
    'a message that comes counts as read',
    entries,
    'unreadCount: entry.unreadCount + 1',
    'unreadCount: entry.unreadCount',
    'contract/src/chats',
  ],
];

const TIMELINE = 'packages/web/src/features/chat/timeline';
export const list: Listed[] = [
  [
    'the group chat is the last',
    entries,
    "one.chatType === 'GROUP' ? -1 : 1",
    "one.chatType === 'GROUP' ? 1 : -1",
    'contract/src/chats',
  ],
  [
    'the oldest chat is the first',
    entries,
    'oneTime > otherTime ? -1 : 1',
    'oneTime > otherTime ? 1 : -1',
    'contract/src/chats',
  ],
  [
    'a repeated event counts once more',
    entries,
    'if (message.seq <= (entry.lastMessage?.seq ?? 0))',
    'if (false)',
    'contract/src/chats',
  ],
  [
    'no line stands where a day begins',
    `${TIMELINE}/timeline.ts`,
    'dayOf(message) !== dayOf(previous)',
    'false',
    'timeline/timeline',
  ],
  [
    'what was sent stays pending beside its message',
    `${TIMELINE}/timeline.ts`,
    'outgoing.filter(({ referenceId }) => !answered.has(referenceId))',
    'outgoing',
    'timeline/timeline',
  ],
];

const COMPOSER = 'packages/web/src/features/chat/composer';
const keys = `${COMPOSER}/composer-actions.ts`;
export const composer: Listed[] = [
  ['a blank text is sent', keys, 'canSend(text) ||', 'true ||', 'chat/composer'],
  [
    'Shift+Enter sends',
    keys,
    "event.key !== 'Enter' || event.shiftKey",
    "event.key !== 'Enter'",
    'chat/composer',
  ],
  [
    'a text that was sent stays in the box',
    keys,
    'onSend(handedOver);\n    setDraft(emptyDraft);',
    'onSend(handedOver);',
    'chat/composer',
  ],
  [
    'a draft is not kept over a reload',
    `${COMPOSER}/drafts.ts`,
    'writtenAt: Date.now() });\n    persistWritten(hash);',
    'writtenAt: Date.now() });',
    'chat/composer',
  ],
];

const waiting = `${STORE}/scheduled.queries.ts`;
export const scheduled: Listed[] = [
  [
    'a message goes before its time',
    waiting,
    's.dropped_at is null and s.send_at <=',
    's.dropped_at is null or s.send_at <=',
    'scheduled/send-due',
  ],
  [
    'people who are deleted leave what they had scheduled',
    waiting,
    'delete from scheduled_messages where sender_id',
    'delete from scheduled_messages where false and sender_id',
    'chat/scheduled',
  ],
  [
    'more than a hundred wait',
    `${CHAT}/scheduled/scheduled.actions.ts`,
    '< MAX_WAITING',
    '< Number.MAX_VALUE',
    'scheduled/scheduled.routes',
  ],
];
