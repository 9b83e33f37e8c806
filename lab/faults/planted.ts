import {
  access,
  CHAT,
  composer,
  counters,
  gate,
  type Listed,
  list,
  order,
  receipts,
  scheduled,
} from './chat-faults.ts';

/** A small mistake that somebody could make, and the tests that are said to find the mistake. */
export interface Fault {
  area: string;
  file: string;
  mistake: string;
  /** Stands once in the file. */
  from: string;
  to: string;
  project: 'contract' | 'server' | 'web';
  test: string;
}

const SEARCH = 'packages/server/src/modules/search';
const OUTBOX = 'packages/web/src/features/chat/outbox';

const search: Listed[] = [
  [
    'the last word of a query is no beginning',
    `${SEARCH}/query/parse-query.ts`,
    'last.isLast = true',
    'last.isLast = false',
    'parse-query',
  ],
  [
    'a word that is missing does not matter',
    `${SEARCH}/query/match.ts`,
    'if (found.length === 0) return undefined;',
    'if (found.length === 0) continue;',
    'query/match',
  ],
  [
    'words begin anywhere',
    `${SEARCH}/condition.ts`,
    "mayEnd ? '' : ' '",
    "mayEnd ? ' ' : ''",
    'search/candidates',
  ],
  [
    'the earlier of two dates counts',
    `${SEARCH}/read-search.actions.ts`,
    'Math.max(...since)',
    'Math.min(...since)',
    'search-dates',
  ],
  [
    'only the first of two filters counts',
    `${SEARCH}/read-search.actions.ts`,
    'one.filter((id) => other.includes(id))',
    'one',
    'search-filters',
  ],
  [
    'a deleted message stays in the index',
    `${CHAT}/messages/messages.actions.ts`,
    'await removeOriginalsOf(tx, chat.id, row.id);\n    await forgetMessages(tx, [row.id]);',
    'await removeOriginalsOf(tx, chat.id, row.id);',
    'search-index/indexing',
  ],
];

const going = `${OUTBOX}/send-message.ts`;
const posting = `${OUTBOX}/post-message.ts`;
const outbox: Listed[] = [
  [
    'a queue sends twice at once',
    going,
    'if (this.#running.has(queue)) return;',
    '',
    'send-message',
  ],
  [
    'a message that could not be sent is refused for good',
    going,
    'this.#hold(queueOf(outgoing), text);',
    "this.#refuse({ ...outgoing, state: 'refused' }, text);",
    'send-message',
  ],
  [
    'a gateway without a server refuses for good',
    posting,
    '[0, 502, 503, 504].includes(error.status)',
    'error.status === 0',
    'send-message',
  ],
  [
    'a limit of the server refuses for good',
    posting,
    'error.status === 429',
    'error.status === 430',
    'send-message',
  ],
  ['messages go out backwards', `${OUTBOX}/outbox.ts`, '? -1 : 1', '? 1 : -1', 'send-message'],
  [
    'what waits is not kept over a reload',
    `${OUTBOX}/outbox.ts`,
    'if (key) persist(key, JSON.stringify(outgoing));',
    '',
    'send-message',
  ],
  [
    'a repeat does not name its message',
    posting,
    "{ 'idempotency-key': referenceId }",
    '{}',
    'send-message',
  ],
];

const kept = `${CHAT}/files/files.actions.ts`;
const files: Listed[] = [
  [
    'anybody downloads any file',
    gate,
    'if (chat && (chat.isMember ||',
    'if (chat && (true ||',
    'permission-matrix',
  ],
  [
    'a file that is no picture counts as one',
    kept,
    "if (type === 'IMAGE' && !picture)",
    'if (false)',
    'files/undecodable-images',
  ],
  ['an empty file is taken', kept, 'if (file.size === 0) throw', 'if (false) throw', 'chat/files'],
  ['names keep hidden characters', kept, "last.replace(HIDDEN, '')", 'last', 'chat/files'],
  [
    'files are removed before their message can be sent',
    kept,
    'new Date(now - HOUR_MS)',
    'new Date(now)',
    'chat/files/removal',
  ],
];

const PUSH = 'packages/server/src/modules/push';
const push: Listed[] = [
  [
    'a push tells nobody that they are mentioned',
    `${PUSH}/push.texts.ts`,
    'isMentioned ? texts.mentioned(body) : body',
    'body',
    'push/what-is-pushed',
  ],
  [
    'muted chats call all the same',
    `${PUSH}/queue.queries.ts`,
    "when cm.notify_mode = 'none' or c.kind = 'DIRECT' then false",
    "when cm.notify_mode = 'none' or c.kind = 'DIRECT' then true",
    'push/what-is-pushed',
  ],
  [
    'people who look at a page are called all the same',
    `${PUSH}/plan.queries.ts`,
    'select from visible_pages v\n    where v.user_id',
    'select from visible_pages v\n    where false and v.user_id',
    'push/visible-pages',
  ],
  [
    'a subscription that is gone stays',
    `${PUSH}/hand-over.ts`,
    'status === 404 || status === 410',
    'status === 404',
    'push/delivery',
  ],
];

const clock = 'packages/server/src/modules/working-hours/wall-clock.ts';
const hours: Listed[] = [
  [
    'a span past midnight ends with its day',
    clock,
    'if (to < from) week[day % 7]?.push({ from: 0, to });',
    '',
    'working-hours/wall-clock',
  ],
  [
    'people work on holidays',
    clock,
    'if (daysOff.has(new Date(date).toISOString().slice(0, 10))) continue;',
    '',
    'working-hours/wall-clock',
  ],
  [
    'spans that touch are two',
    clock,
    'from <= last.to',
    'from < last.to',
    'working-hours/wall-clock working-hours/people-in-hours',
  ],
];

const listed = {
  access,
  order,
  receipts,
  counters,
  search,
  files,
  push,
  hours,
  scheduled,
  outbox,
  list,
  composer,
};

const projectOf = (file: string): Fault['project'] => {
  if (file.startsWith('packages/web')) return 'web';
  return file.startsWith('packages/contract') ? 'contract' : 'server';
};

export const faults: Fault[] = Object.entries(listed).flatMap(([area, list]) =>
  list.map(([mistake, file, from, to, test]) => ({
    area,
    file,
    mistake,
    from,
    to,
    project: projectOf(file),
    test,
  })),
);
