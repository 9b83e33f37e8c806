import { startBaseline } from '../baselines/start.ts';
import { runLoadJob } from '../load/generate.ts';
import type { Answers, ReadJob } from '../load/jobs.ts';
import type { Engine } from '../support/engines.ts';

/** Bare Fastify and one row: what reading takes at least. */
export async function measureBare(
  engine: Engine,
  ...rounds: Pick<ReadJob, 'readers' | 'seconds'>[]
): Promise<Answers['read'][]> {
  const { url, stop } = await startBaseline('bare-fastify', await engine.newDatabase());
  const requests = [{ path: '/message', token: '' }];
  const measured: Answers['read'][] = [];
  try {
    for (const round of rounds)
      measured.push(await runLoadJob({ kind: 'read', url, requests, ...round }));
    return measured;
  } finally {
    stop();
  }
}
