import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/lib/free-port.mjs';
import { required } from '../../support/helpers.ts';
import { call, newMessage } from '../load/calls.ts';
import { startComers } from '../load/comeback-steps.ts';
import type { Beside } from '../load/processor.ts';
import { startServerEngine } from '../support/engines.ts';
import type { Figure } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import { repeat } from '../support/samples.ts';
import { type ServedDatabase, serveFilled } from '../support/server.ts';
import {
  comebackFigures,
  type ListTimes,
  listFigures,
  openFigures,
  spreadFigures,
} from './company-figures.ts';
import { fillWholeCompany, type WholeCompany } from './whole-company.ts';

const GENERAL = { kind: 'general', messages: 6, everyMs: 5_000, rate: 50 } as const;
const PROBES = 10;
const CUT_SECONDS = 60;
const LISTS = 30;
const GENERAL_LISTS = 5;
/** Besides one for each page: calls, and sockets that begin by polling. */
const MORE_FILES = 1_000;

/** Everybody of a company at one process, on PostgreSQL: all open, all written to, all lost and back. */
export async function measureCompany(run: Run): Promise<Figure[]> {
  const { people } = run;
  assertFiles(people + MORE_FILES);
  const engine = await startServerEngine();
  const dataDir = await mkdtemp(join(tmpdir(), 'web-chat-bench-'));
  try {
    const { databaseUrl = '' } = await engine.newDatabase();
    run.say(`filling in ${people} people`);
    const company = await fillWholeCompany(databaseUrl, people);
    // Pages come back to the address at which they were lost.
    const port = await freePort();
    const serve = () => serveFilled({ databaseUrl, dataDir }, { PORT: `${port}` });
    const database = { name: 'PostgreSQL', pid: required(engine.pid, 'process of the database') };
    return await measureServed(run, { ...company, database }, serve);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
    await engine.stop();
  }
}

/** A descriptor for each page, in the server and in the process of the pages. */
function assertFiles(needed: number): void {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  const [, allowed = ''] = /^Max open files +\S+ +(\d+)/m.exec(limits) ?? [];
  if (Number(allowed) >= needed) return;
  throw new Error(`A process may open ${allowed} files, and ${needed} are needed: ulimit -n`);
}

async function measureServed(
  run: Run,
  company: WholeCompany & { database: Beside },
  serve: () => Promise<ServedDatabase>,
): Promise<Figure[]> {
  const { people } = run;
  const { pages, general, shown, directs, database } = company;
  let server = await serve();
  const comers = startComers();
  try {
    run.say(`opening ${people} pages`);
    const job = { url: server.url, pages, general, shown, directs, database };
    const opened = await comers.ask({ kind: 'open', job });
    run.say('messages to everybody');
    const spread = await comers.ask(GENERAL);
    run.say('long lists');
    const lists = await measureLists(server.url, company);
    run.say('a new start of the server');
    await comers.ask({ kind: 'beforeLoss' });
    const ended = performance.now();
    await server.stop();
    server = await serve();
    const away = performance.now() - ended;
    const restarted = await comers.ask({ kind: 'afterLoss', rate: PROBES });
    run.say(`${CUT_SECONDS} s without a network`);
    const cut = await comers.ask({ kind: 'cut', seconds: CUT_SECONDS, rate: PROBES });
    return [
      ...openFigures(people, opened),
      ...spreadFigures(people, spread),
      ...listFigures(company.wide.directs.length, lists),
      { name: 'new start: the server is away', value: away / 1000, unit: 's' },
      ...comebackFigures(people, 'new start', restarted),
      ...comebackFigures(people, `${CUT_SECONDS} s without a network`, cut),
    ];
  } finally {
    comers.stop();
    await server.stop();
  }
}

/** Each list is read after something new was written there, so that no answer is one that was kept. */
async function measureLists(
  url: string,
  { wide, general, generalList }: WholeCompany,
): Promise<ListTimes> {
  const { token, directs } = wide;
  let generalLength = 0;
  const readAfter = async (place: { path: string; token: string }, list: string) => {
    await call(url + place.path, { token: place.token, body: newMessage() });
    const at = performance.now();
    const { status, text } = await call(url + list, { token });
    if (status !== 200) throw new Error(`${list} was answered with ${status}`);
    generalLength = text.length;
    return performance.now() - at;
  };
  return {
    wide: await repeat(LISTS, (n) =>
      readAfter(required(directs[n % directs.length], 'direct chat'), wide.list),
    ),
    general: await repeat(GENERAL_LISTS, () => readAfter(general, generalList)),
    generalLength,
  };
}
