import { runFlood, runOnce, runRead } from './closed-loop.ts';
import { runCrowd } from './crowd.ts';
import { runFind } from './find.ts';
import { runIdle } from './idle.ts';
import type { Job } from './jobs.ts';
import { runPaced } from './paced.ts';

function run(job: Job) {
  switch (job.kind) {
    case 'paced':
      return runPaced(job);
    case 'flood':
      return runFlood(job);
    case 'read':
      return runRead(job);
    case 'once':
      return runOnce(job);
    case 'find':
      return runFind(job);
    case 'crowd':
      return runCrowd(job);
    case 'idle':
      return runIdle(job);
  }
}

// One job, one answer, one process.
process.once('message', async (job: Job) => {
  const answer = await run(job);
  process.send?.(answer, () => process.exit(0));
});
