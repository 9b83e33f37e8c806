import { readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 20;
const KIB = 1024;

/** The resident memory of a process and of all that it started, in bytes; pages that several share count for each. */
function residentOf(pid: number): number {
  try {
    const [, own = 0] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    const children = childrenOf(pid).map(residentOf);
    return children.reduce((sum, bytes) => sum + bytes, Number(own) * KIB);
  } catch {
    // The process has just ended.
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
      .split(' ')
      .filter((child) => child !== '')
      .map(Number),
  );
}

/** Looks at it all the time, until `end` tells the most that was seen and what is left. */
export function watchMemory(pid: number): { end(): { atPeak: number; atRest: number } } {
  let atPeak = 0;
  const look = () => {
    const bytes = residentOf(pid);
    atPeak = Math.max(atPeak, bytes);
    return bytes;
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    end() {
      clearInterval(timer);
      const atRest = look();
      return { atPeak, atRest };
    },
  };
}
