import { required } from '@chat/contract/shared/required';
import { type Db, fixed, sql } from '../../db/database.ts';
import { lexemeOf } from './index-entry.ts';
import { formsOf } from './language/forms.ts';

/** Words that are known already cost a look. In one order: two that wait for each other's words would wait for ever. */
export async function insertWords(db: Db, words: string[]): Promise<void> {
  if (words.length === 0) return;
  await db.run(sql`
    insert into search_words (word)
    select word from unnest(${words}::text[]) as come (word)
    where not exists (select from search_words known where known.word = come.word)
    order by word
    on conflict do nothing`);
}

/** Those that none of the newest messages holds: what is common is soon found. */
async function findRareWords(db: Db, words: string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const rows = await db.many<{ word: string }>(sql`
    select gone.word from unnest(${words}::text[]) as gone (word)
    where gone.word not in (
      select unnest(string_to_array(btrim(newest.words), ' '))
      from (select words from search_messages order by created_at desc, message_id desc limit 1000) newest
    )`);
  return rows.map(({ word }) => word);
}

/** More would hold up people who edit. */
const LOST_WORDS_AT_ONCE = 100;

/**
 * A secret that was written by mistake is a word as well: each goes with its last message. Call in a transaction that
 * holds `lockTextsAlone`: nobody may bring a word back meanwhile.
 */
export async function removeLostWords(tx: Db): Promise<void> {
  const rows = await tx.many<{ word: string }>(sql`
    delete from search_lost_words where id in (
      select id from search_lost_words order by id limit ${fixed(LOST_WORDS_AT_ONCE)})
    returning word`);
  const rare = await findRareWords(tx, [...new Set(rows.map(({ word }) => word))]);
  if (rare.length === 0) return;
  const forms = rare.map((word) => lexemeOf(required(formsOf(word)[0], 'form')));
  // Of a table that nobody has analysed the planner believes that any row will do.
  await tx.run(sql`select set_config('enable_seqscan', 'off', true)`);
  await tx.run(sql`
    delete from search_words known
    using unnest(${rare}::text[], ${forms}::text[]) as gone (word, form)
    where known.word = gone.word and (
      select true from search_messages s
      where s.forms @@ gone.form::tsquery and s.words like '% ' || gone.word || ' %' limit 1
    ) is not true`);
  await tx.run(sql`select set_config('enable_seqscan', 'on', true)`);
}
