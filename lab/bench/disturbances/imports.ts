import { importCsv, preview } from '../../../packages/server/test/csv.ts';
import { startServerEngine } from '../support/engines.ts';
import type { Bound, Row } from './by-turns.ts';
import { onGround } from './ground.ts';
import { peaksOf } from './memory-peak.ts';
import { measureOtherUsers, otherUserBounds, type Stage, setStage } from './stage.ts';

const PEOPLE = 10_000;
const FEW = 1_000;

interface ImportStage extends Stage {
  peaks: ReturnType<typeof peaksOf>;
}

async function setImportStage(databaseUrl?: string): Promise<ImportStage> {
  const stage = await setStage({ databaseUrl });
  return { ...stage, peaks: peaksOf(stage.pid) };
}

let files = 0;

/** People in GENERAL and in a group besides; other ones each time. */
function peopleOf(count: number): string {
  files++;
  const rows = Array.from({ length: count }, (_, n) => `Uno;Ruiz;persona-${files}-${n};Grupo 0`);
  return ['nombre;apellido;correo;grupos', ...rows].join('\r\n');
}

async function timeOf(work: () => Promise<{ status: number; message: string }>): Promise<number> {
  const begun = performance.now();
  const { status, message } = await work();
  if (status >= 300) throw new Error(`The file was refused (${status}): ${message}`);
  return performance.now() - begun;
}

/** The ms for a thousand people. */
async function importPeople({ elena }: Stage, count: number) {
  const csv = peopleOf(count);
  const thousands = count / 1_000;
  const previewed = await timeOf(() => preview(elena, csv));
  const imported = await timeOf(() => importCsv(elena, csv, { invite: '1' }));
  return { preview: previewed / thousands, import: imported / thousands };
}

/** The import of few people, each as dear as of many at most, and half as much again for the growth of the tables. */
const growth = {
  preview: { unit: 'ms for 1,000', ratioAtMost: 2, least: 20 },
  import: { unit: 'ms for 1,000', ratioAtMost: 2 },
} satisfies Record<string, Bound>;
/**
 * An import is allowed 150 MB more than there were, where a server at rest takes some 200. Much of what one has taken
 * stays with the process, so each counts by itself.
 */
const memory: Bound = { unit: 'MB', ratioAtMost: 1.75 };

/** Few people alone, and many while other users send. */
const turns: Pick<Row<ImportStage>, 'quiet' | 'disturbed'> = {
  async quiet(stage) {
    const [otherUsers, peak] = await stage.peaks.during(() => measureOtherUsers(stage));
    return { ...otherUsers, memory: peak, ...(await importPeople(stage, FEW)) };
  },
  async disturbed(stage) {
    let times = { preview: Number.NaN, import: Number.NaN };
    const disturbance = async () => {
      times = await importPeople(stage, PEOPLE);
    };
    const [otherUsers, peak] = await stage.peaks.during(() =>
      measureOtherUsers(stage, disturbance),
    );
    return { ...otherUsers, memory: peak, ...times };
  },
};

/** A file that names a million groups. */
function manyGroups(): string {
  const groups = (row: number) =>
    Array.from({ length: 100 }, (_, n) => (row * 100 + n).toString(36)).join('|');
  const rows = Array.from({ length: PEOPLE }, (_, n) => `Uno;Ruiz;uno-${n};${groups(n)}`);
  return ['nombre;apellido;correo;grupos', ...rows].join('\n');
}

export const imports = onGround(async () => {
  const engine = await startServerEngine();
  const { databaseUrl } = await engine.newDatabase();
  const stage = await setImportStage(databaseUrl);
  const stop = () => stage.stop().finally(() => engine.stop());
  return { ...stage, stop };
}, [
  {
    name: '10,000 people are previewed and imported on PostgreSQL',
    figures: { ...otherUserBounds, ...growth, memory },
    ...turns,
  },
  {
    name: 'a file that names a million groups is previewed',
    figures: otherUserBounds,
    quiet: (stage) => measureOtherUsers(stage),
    disturbed: (stage) =>
      measureOtherUsers(stage, () => timeOf(() => preview(stage.elena, manyGroups()))),
  },
]);

/** Sends wait there for the transaction, and all succeed. */
export const importsOnEmbedded = onGround(
  () => setImportStage(),
  [
    {
      name: '10,000 people are previewed and imported on the embedded engine',
      figures: {
        'longest stall of the event loop': otherUserBounds['longest stall of the event loop'],
        ...growth,
        memory,
      },
      ...turns,
    },
  ],
);
