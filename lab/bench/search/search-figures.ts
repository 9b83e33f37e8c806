import type { Times } from '../load/jobs.ts';
import type { Figure } from '../support/figures.ts';
import { median, percentile } from '../support/samples.ts';
import type { ByTerms, RivalTimes } from './measure-searches.ts';
import type { SearchedDatabase, TableSizes } from './searched-databases.ts';

const MB = 1e6;
const [P50_AT_MOST, P95_AT_MOST] = [30, 100];

export function searchFigures(
  engine: string,
  times: ByTerms<Times>,
  rivals: RivalTimes['times'],
): Figure[] {
  const beside = (rival: keyof typeof rivals, key: string) => {
    const samples = rivals[rival].get(key);
    return samples && { name: `ms, ${rival}`, value: median(samples) };
  };
  const refused = [...times.values()].reduce((sum, { failed }) => sum + failed, 0);
  return [
    ...[...times].flatMap(([key, { samples }]): Figure[] => [
      {
        name: `${engine}: ${key}, p50`,
        value: median(samples),
        unit: 'ms',
        baseline: beside('ILIKE', key),
        target: { atMost: P50_AT_MOST },
      },
      {
        name: `${engine}: ${key}, p95`,
        value: percentile(samples, 0.95),
        unit: 'ms',
        baseline: beside('to_tsvector', key),
        target: { atMost: P95_AT_MOST },
      },
    ]),
    { name: `${engine}: refused`, value: refused, unit: 'searches', target: { atMost: 0 } },
  ];
}

export const sizeFigures = (
  { name, messages }: SearchedDatabase,
  sizes: TableSizes,
  rivalBytes: number,
): Figure[] => [
  {
    name: `${name}: the index of ${messages} messages`,
    value: sizes.index / MB,
    unit: 'MB',
    baseline: { name: 'MB, the messages', value: sizes.messages / MB },
  },
  {
    name: `${name}: GIN of to_tsvector alone`,
    value: rivalBytes / MB,
    unit: 'MB',
    baseline: { name: 'MB, the messages', value: sizes.messages / MB },
  },
];
