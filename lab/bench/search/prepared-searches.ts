import { type Db, sql } from '../../../packages/server/src/db/database.ts';
import { Random } from '../../company/random.ts';
import type { Target } from '../load/jobs.ts';
import { searchers } from './searched-company.ts';
import { drawTerms, type Terms } from './terms.ts';
import type { Vocabulary } from './vocabulary.ts';

const SEED = 17;
const PLACES = 200;

export interface Searcher {
  /** 'of 20 chats'. */
  name: string;
  email: string;
  token: string;
  terms: Terms;
}

export interface PreparedSearches {
  searchers: Searcher[];
  /** Where to send to, each with one who may. */
  places: Target[];
}

/** Prepares the searchers with their terms, and the people who write meanwhile. */
export async function prepareSearches(db: Db, vocabulary: Vocabulary): Promise<PreparedSearches> {
  const random = new Random(SEED);
  const all: Searcher[] = [];
  for (const { name, person } of searchers) {
    const email = `persona-${person}@empresa.local`;
    const { uuid } = await db.one<{ uuid: string }>(
      sql`select uuid from users where email = ${email}`,
    );
    const terms = await drawTerms(db, vocabulary, email, random.fork());
    all.push({ name, email, token: tokenOf(uuid), terms });
  }
  return { searchers: all, places: await findPlaces(db) };
}

/** As the company was filled in with. */
const tokenOf = (uuid: string) => `token-${uuid}`;

async function findPlaces(db: Db): Promise<Target[]> {
  const rows = await db.many<{ chat: string; person: string }>(sql`
    select c.uuid as chat, u.uuid as person from chats c join users u on u.id = c.low_user_id
    where c.kind = 'DIRECT' order by c.id desc limit ${PLACES}`);
  return rows.map(({ chat, person }) => {
    return { path: `/api/chats/${chat}/messages`, token: tokenOf(person) };
  });
}
