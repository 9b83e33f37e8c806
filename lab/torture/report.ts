import type { RoundResult } from './round.ts';
import { groupBy, sumCounts } from './verdict/findings.ts';

export interface Totals {
  engine: string;
  rounds: number;
  sends: number;
  acknowledged: number;
  abandoned: number;
  edited: number;
  deleted: number;
  forwarded: number;
  scheduled: number;
  cancelled: number;
  dropped: number;
  retries: number;
  faults: Record<string, number>;
  findings: RoundResult['findings'];
  seconds: number;
  longestAbsence: number;
}

/** The rounds of each engine added up. */
export function addUp(rounds: RoundResult[]): Totals[] {
  return [...groupBy(rounds, ({ engine }) => engine)].map(([engine, played]) => ({
    engine,
    rounds: played.length,
    sends: sumOf(played, 'sends'),
    acknowledged: sumOf(played, 'acknowledged'),
    abandoned: sumOf(played, 'abandoned'),
    edited: sumOf(played, 'edited'),
    deleted: sumOf(played, 'deleted'),
    forwarded: sumOf(played, 'forwarded'),
    scheduled: sumOf(played, 'scheduled'),
    cancelled: sumOf(played, 'cancelled'),
    dropped: sumOf(played, 'dropped'),
    retries: sumOf(played, 'retries'),
    faults: sumRecords(played.map(({ faults }) => faults)),
    findings: sumCounts(played.map(({ findings }) => findings)),
    seconds: sumOf(played, 'seconds'),
    longestAbsence: Math.max(...played.map(({ longestAbsence }) => longestAbsence)),
  }));
}

type Figure = Exclude<keyof Totals, 'engine' | 'rounds' | 'faults' | 'findings' | 'longestAbsence'>;

const sumOf = (played: RoundResult[], what: Figure) =>
  played.reduce((sum, round) => sum + round[what], 0);

function sumRecords(records: Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const record of records) {
    for (const [name, count] of Object.entries(record)) sum[name] = (sum[name] ?? 0) + count;
  }
  return sum;
}

const sumUp = (counts: Record<string, number>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

export const isGood = (rounds: RoundResult[]) =>
  rounds.length > 0 && rounds.every(({ findings }) => sumUp(findings) === 0);

const columns: [head: string, cell: (one: Totals) => string | number][] = [
  ['engine', ({ engine }) => engine],
  ['rounds', ({ rounds }) => rounds],
  ['sends', ({ sends }) => sends],
  ['acknowledged', ({ acknowledged }) => acknowledged],
  ['given up', ({ abandoned }) => abandoned],
  ['edited', ({ edited }) => edited],
  ['deleted', ({ deleted }) => deleted],
  ['forwarded', ({ forwarded }) => forwarded],
  ['scheduled', ({ scheduled }) => scheduled],
  ['cancelled', ({ cancelled }) => cancelled],
  ['dropped', ({ dropped }) => dropped],
  ['retries', ({ retries }) => retries],
  ['faults', ({ faults }) => sumUp(faults)],
  ['lost', ({ findings }) => findings.lost],
  ['doubled', ({ findings }) => findings.doubled],
  ['unsent', ({ findings }) => findings.unsent],
  ['deleted and there', ({ findings }) => findings.undeleted],
  ['gaps', ({ findings }) => findings.gaps],
  ['scheduled in vain', ({ findings }) => findings.scheduled],
  ['wrong ticks', ({ findings }) => findings.ticks],
  ['wrong counters', ({ findings }) => findings.counters],
  ['wrongly indexed', ({ findings }) => findings.index],
  ['screens that differ', ({ findings }) => findings.screens],
  ['back too late', ({ findings }) => findings.absences],
  ['unequal shares', ({ findings }) => findings.shares],
  ['longest absence, s', ({ longestAbsence }) => longestAbsence],
  ['refused or fell over', ({ findings }) => findings.refusals + findings.endings],
  ['seconds', ({ seconds }) => seconds],
];

/** A Markdown table of what happened, one of what struck, and what was found wrong. */
export function renderReport(totals: Totals[], rounds: RoundResult[]): string {
  const rows = totals.map((one) => columns.map(([, cell]) => cell(one)));
  const kinds = [...new Set(totals.flatMap(({ faults }) => Object.keys(faults)))].sort();
  const struck = kinds.map((kind) => [kind, ...totals.map(({ faults }) => faults[kind] ?? 0)]);
  return [
    table(
      columns.map(([head]) => head),
      rows,
    ),
    table(['fault', ...totals.map(({ engine }) => engine)], struck),
    ...rounds.flatMap(({ engine, seed, examples }) =>
      examples.map((example) => `${engine}, seed ${seed}: ${example}`),
    ),
  ].join('\n\n');
}

function table(head: string[], rows: (string | number)[][]): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)),
  );
  const lines = [head, head.map(() => '---'), ...cells];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}
