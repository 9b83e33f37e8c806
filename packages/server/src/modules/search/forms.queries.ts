import { type Db, fixed, type Sql, sql } from '../../db/database.ts';
import {
  type ChatIds,
  type Found,
  isOf,
  positions,
  runWith,
  type Span,
  within,
} from './reading.ts';

const BY_FORMS = {
  enable_indexscan: 'off',
  enable_indexonlyscan: 'off',
  // For which rows to look at, each by itself.
  work_mem: '16MB',
};

/**
 * Those that the index of forms leads to. With `rows` beyond `max` there were too many, and what was found is not the newest.
 * Call in a transaction.
 */
export const findByForms = (
  tx: Db,
  { forms, holds }: { forms: string; holds: Sql },
  chatIds: ChatIds,
  span: Span,
  { max, most }: { max: number; most: number },
): Promise<Found> =>
  runWith(
    tx,
    BY_FORMS,
    sql`
      with met as materialized (
        select s.created_at, s.message_id, s.chat_id, ${holds} and ${within(span)} as matches
        from (select * from search_messages s where s.forms @@ ${forms}::tsquery limit ${max + 1}) s
      ), known as (select s.* from met s where s.matches and ${isOf(chatIds)})
      select ${positions(sql`known`, most)} as found, (select count(*) from met) as rows`,
  );

/** The words that each pattern finds, of which no more than `max` and one are given. Call in a transaction. */
export const findWordsLike = async (
  tx: Db,
  patterns: string[],
  max: number,
): Promise<Map<string, string[]>> => {
  const { found } = await runWith<{ found: { pattern: string; words: string[] }[] | null }>(
    tx,
    BY_FORMS,
    sql`
      select json_agg(json_build_object('pattern', p.pattern, 'words', p.words)) as found from (
        select asked.pattern, array(
          select w.word from search_words w where w.word like asked.pattern limit ${fixed(max + 1)}
        ) as words
        from unnest(${patterns}::text[]) as asked (pattern)
      ) p`,
  );
  return new Map((found ?? []).map(({ pattern, words }) => [pattern, words]));
};
