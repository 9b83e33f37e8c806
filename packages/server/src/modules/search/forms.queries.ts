import { type Db, fixed, join, type Settings, type Sql, sql } from '../../db/database.ts';
import { ALWAYS, type ChatIds, type Found, isOf, positions, type Span, within } from './reading.ts';

export const BY_FORMS: Settings = {
  ...ALWAYS,
  enable_indexscan: 'off',
  enable_indexonlyscan: 'off',
  // For which rows to look at, each by itself.
  work_mem: '16MB',
};

/** What the index is asked for: all of these forms, within which period; `holds` is asked of what it leads to. */
export interface Asked {
  forms: string[];
  period: string | undefined;
  holds: Sql;
}

// Beyond it they are asked for together, so that the texts of statements are few.
const MAX_APART = 8;

const choicesOf = (form: string) => form.split('|').length;

/**
 * Each by itself, so that the index leaps over what one of them lacks: together they take a hundred times as long. Every
 * leap asks the first one again, so the one of fewest choices comes first; and last the period, which holds nearly all.
 */
function leadsTo({ forms, period }: Asked): Sql {
  const sorted = [...forms].sort((one, other) => choicesOf(one) - choicesOf(other));
  const rest = sorted.slice(MAX_APART).join('&');
  const apart = [...sorted.slice(0, MAX_APART), rest, period ?? ''].filter((form) => form !== '');
  return join(
    apart.map((form) => sql`s.forms @@ ${form}::tsquery`),
    ' and ',
  );
}

/**
 * Those that the index of forms leads to. With `rows` beyond `max` there were too many, and what was found is not the newest.
 * Call in a transaction with `BY_FORMS`.
 */
export const findByForms = (
  tx: Db,
  asked: Asked,
  chatIds: ChatIds,
  span: Span,
  { max, most }: { max: number; most: number },
): Promise<Found> =>
  tx.one(sql`
      with met as materialized (
        select s.created_at, s.message_id, s.chat_id, ${asked.holds} and ${within(span)} as matches
        from (select * from search_messages s where ${leadsTo(asked)} limit ${max + 1}) s
      ), known as (select s.* from met s where s.matches and ${isOf(chatIds)})
      select ${positions(sql`known`, most)} as found, (select count(*) from met) as rows`);

/**
 * The words that each pattern finds, of which no more than `max` and one are given. Call in a transaction with `BY_FORMS`.
 */
export const findWordsLike = async (
  tx: Db,
  patterns: string[],
  max: number,
): Promise<Map<string, string[]>> => {
  const { found } = await tx.one<{ found: { pattern: string; words: string[] }[] | null }>(sql`
      select json_agg(json_build_object('pattern', p.pattern, 'words', p.words)) as found from (
        select asked.pattern, array(
          select w.word from search_words w where w.word like asked.pattern limit ${fixed(max + 1)}
        ) as words
        from unnest(${patterns}::text[]) as asked (pattern)
      ) p`);
  return new Map((found ?? []).map(({ pattern, words }) => [pattern, words]));
};
