import type { Message } from '@chat/contract/messages';
import type { FoundMessage, SearchQuery, Snippet, WatchedMessage } from '@chat/contract/search';
import * as routes from '@chat/contract/search';
import type { FastifyRequest } from 'fastify';
import { Answer } from '../../http/answer.ts';
import type { Router } from '../../http/route.ts';
import type { Viewer } from '../../http/viewer.ts';
import { recordSearch } from '../audit/audit.actions.ts';
import { listUsersOfChats } from '../chat/lists/chats.actions.ts';
import type { FoundMessage as ReadMessage } from '../chat/messages/messages.actions.ts';
import { createCandidates } from './candidates.ts';
import { inTurns, type ReadBudget, type SearchContext } from './context.ts';
import { hitsOf, snippetOf } from './query/match.ts';
import {
  asMember,
  asWatcher,
  type Reader,
  readSearch,
  type Search,
} from './read-search.actions.ts';

/** The caller has hung up. */
type IsGone = () => boolean;

const budgetOf = (isEmbedded: boolean): ReadBudget =>
  isEmbedded
    ? { first: 500, walk: 2_000, blocks: 32, blocksAtMost: 128, asked: 4_000, letters: 4_000_000 }
    : {
        first: 2_000,
        walk: 8_000,
        blocks: 128,
        blocksAtMost: 512,
        asked: 20_000,
        letters: 20_000_000,
      };
// Rows of the index are read so much faster than those that a list shows.
const ROWS_OF_A_ROW = 10;

// Long texts are read in parts, between which others have the database.
const READ_AT_ONCE = 25;
// To read so many characters takes as long as to read a row that a list shows.
const CHARACTERS_OF_A_ROW = 500;

interface Finds {
  messages: ReadMessage[];
  rows: number;
}

const keyOf = ({ viewer }: Reader) => String(viewer.id);

/** Looks until a page is full; what a message says now decides, and who may read it now. */
async function findMessages(
  ctx: SearchContext,
  reader: Reader,
  search: Search,
  isGone: IsGone,
): Promise<Finds> {
  const { db, searchTurns: turns, readingTurns, config } = ctx;
  const key = keyOf(reader);
  const deps = { db, turns, key, budget: budgetOf(!config.databaseUrl) };
  const candidates = createCandidates(deps, search, search.scope, search.span);
  const messages: ReadMessage[] = [];
  let characters = 0;
  while (messages.length < search.size && !isGone()) {
    const positions = await candidates.next(search.size - messages.length);
    if (!positions) break;
    if (positions.length === 0) continue;
    const ids = positions.map(({ id }) => id);
    const read: ReadMessage[] = [];
    for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
      const some = ids.slice(at, at + READ_AT_ONCE);
      const readable = await turns.run(key, () => reader.messages(some));
      read.push(...some.flatMap((id) => readable.get(id) ?? []));
    }
    const texts = read.map(({ message }) => textOf(message));
    const hits = await inTurns({ turns: readingTurns, key }, texts, (text) => {
      characters += text.length;
      return hitsOf(text, search.query);
    });
    messages.push(...read.filter((_, at) => hits[at]));
  }
  const rows = candidates.rows / ROWS_OF_A_ROW + characters / CHARACTERS_OF_A_ROW;
  return { messages, rows: Math.ceil(rows) + messages.length };
}

interface Shown {
  one: ReadMessage;
  snippet: Snippet;
}

async function find(
  ctx: SearchContext,
  reader: Reader,
  asked: SearchQuery,
  isGone: IsGone,
): Promise<{ found: Shown[]; rows: number }> {
  const readNow = () => readSearch(ctx, reader, asked);
  const search = await ctx.searchTurns.run(keyOf(reader), readNow);
  if (!search) return { found: [], rows: 0 };
  const { messages, rows } = await findMessages(ctx, reader, search, isGone);
  const turns = { turns: ctx.readingTurns, key: keyOf(reader) };
  const found = await inTurns(turns, messages, (one) => ({
    one,
    snippet: snippetOf(one.message.content, one.message.fileName, search.query),
  }));
  return { found, rows };
}

/** Messages of the viewer's own chats (rules/search 8). */
async function searchMessages(
  ctx: SearchContext,
  viewer: Viewer,
  asked: SearchQuery,
  isGone: IsGone,
): Promise<Answer<FoundMessage[]>> {
  const { found, rows } = await find(ctx, asMember(ctx.db, viewer), asked, isGone);
  return new Answer(
    found.map(({ one, snippet }) => presentFound(one, snippet)),
    { rows },
  );
}

/** A search as the audit keeps it: the text, then the filters. */
function inWords({ q, size: _, before: __, ...filters }: SearchQuery): string {
  const named = Object.entries(filters).filter(([, value]) => value !== undefined);
  return [q, ...named.map(([name, value]) => `${name}=${value}`)].filter(Boolean).join(' ');
}

/** Messages of all group and direct chats, for administrators; recorded before they are shown (rules/search 19). */
async function searchChats(
  ctx: SearchContext,
  viewer: Viewer,
  asked: SearchQuery,
  isGone: IsGone,
): Promise<Answer<WatchedMessage[]>> {
  const { found, rows } = await find(ctx, asWatcher(ctx.db, viewer), asked, isGone);
  const shown = found.map(({ one }) => ({ chatId: one.chatId, seq: one.message.seq }));
  const chatIds = [...new Set(shown.map(({ chatId }) => chatId))];
  const users = await listUsersOfChats(ctx.db, viewer, chatIds);
  await recordSearch(ctx.db, viewer, inWords(asked), shown);
  return new Answer(
    found.map(({ one, snippet }) => presentWatched(one, users, snippet)),
    { rows },
  );
}

type Users = WatchedMessage['chat']['users'];

/** Its words and its file's name are one text. */
const textOf = ({ content, fileName }: Message): string =>
  fileName === null ? content : `${content} ${fileName}`;

const presentFound = ({ message, chat }: ReadMessage, snippet: Snippet): FoundMessage => ({
  message,
  chat,
  snippet,
});

function presentWatched(
  { message, chat, chatId }: ReadMessage,
  usersOf: Map<number, Users>,
  snippet: Snippet,
): WatchedMessage {
  const { counterpartEmail: _, ...place } = chat;
  return { message, chat: { ...place, users: usersOf.get(chatId) ?? [] }, snippet };
}

const goneFrom =
  ({ raw }: FastifyRequest) =>
  () =>
    raw.socket.destroyed;

export function registerSearchRoutes(router: Router, ctx: SearchContext): void {
  router.serve(routes.searchMessages, ({ viewer, query, request }) =>
    searchMessages(ctx, viewer, query, goneFrom(request)),
  );
  router.serve(routes.searchChats, ({ viewer, query, request }) =>
    searchChats(ctx, viewer, query, goneFrom(request)),
  );
}
