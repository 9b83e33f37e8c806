import { z } from 'zod';
import { messageTypeSchema } from '../messages/messages.schema.ts';
import { defineRoute } from '../shared/define-route.ts';
import { soughtId } from '../shared/ids.ts';
import { isBlank } from '../shared/is-blank.ts';
import { limits } from '../shared/limits.ts';
import { moment } from '../shared/moment.ts';
import { sizeUpTo } from '../shared/page.ts';
import { rawText } from '../shared/text.ts';
import { foundMessageSchema, watchedMessageSchema } from './search.schema.ts';
import { searchErrors } from './search.texts.ts';

const filters = {
  chatId: soughtId.optional(),
  /** The group's chat and the caller's direct chats there. */
  groupId: soughtId.optional(),
  /** Who sent it. */
  from: soughtId.optional(),
  type: messageTypeSchema.optional(),
  /** since ≤ createdAt < until; a date begins in the company's time zone. */
  since: moment.optional(),
  until: moment.optional(),
};

const searchQuery = z
  .object({
    q: z
      .string()
      .overwrite((text) => text.trim())
      .pipe(rawText({ max: limits.searchQuery }))
      .default(''),
    ...filters,
    size: sizeUpTo(limits.foundMessages),
    /** The last message of the page before. */
    before: soughtId.optional(),
  })
  .refine(
    ({ q, size, before, ...asked }) =>
      !isBlank(q) || Object.values(asked).some((filter) => filter !== undefined),
    { path: ['q'], error: searchErrors.blank },
  );
export type SearchQuery = z.output<typeof searchQuery>;

export const searchMessages = defineRoute({
  name: 'searchMessages',
  method: 'GET',
  path: '/search/messages',
  access: 'session',
  summary:
    'Messages of the chats of the caller, newest first; `q` takes words, "phrases", -exclusions, de: en: tiene: antes: después:',
  query: searchQuery,
  content: z.array(foundMessageSchema),
});

export const searchChats = defineRoute({
  name: 'searchChats',
  method: 'GET',
  path: '/chats/search',
  access: 'admin',
  summary: 'The same over all group and direct chats; each search is recorded with the chats shown',
  query: searchQuery,
  content: z.array(watchedMessageSchema),
});
