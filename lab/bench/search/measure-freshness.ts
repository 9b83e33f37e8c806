import { runLoadJob } from '../load/generate.ts';
import type { Figure } from '../support/figures.ts';
import { percentile } from '../support/samples.ts';
import type { PreparedSearches } from './prepared-searches.ts';

const RATE = 200;
const SECONDS = 15;
const LOOKED_FOR = 2;
const FOUND_AFTER_MS = 1_000;

/** How soon a message is found after its sending was answered. */
export async function measureFreshness(
  engine: string,
  { places }: PreparedSearches,
  url: string,
): Promise<Figure[]> {
  const job = { kind: 'find', url, places, rate: RATE, seconds: SECONDS } as const;
  const { answered, found } = await runLoadJob({ ...job, lookedFor: LOOKED_FOR });
  const figure = (name: string, value: number, unit: string, atMost?: number): Figure => ({
    name: `${engine}, ${RATE} sends a second: ${name}`,
    value,
    unit,
    target: atMost === undefined ? undefined : { atMost },
  });
  return [
    figure('found after, p50', percentile(found.samples, 0.5), 'ms', FOUND_AFTER_MS),
    figure('found after, p99', percentile(found.samples, 0.99), 'ms', FOUND_AFTER_MS),
    figure('found after, at the latest', Math.max(...found.samples), 'ms', FOUND_AFTER_MS),
    figure('not found', found.failed, 'messages', 0),
    figure('send → 201, p99', percentile(answered.samples, 0.99), 'ms'),
    figure('refused', answered.failed, 'messages', 0),
  ];
}
