import { readdirSync, readFileSync } from 'node:fs';

/** A program on this machine that the server needs, such as its database. */
export interface Beside {
  name: string;
  pid: number;
}

// Linux counts processor time in this unit, everywhere.
const TICK_MS = 10;

/** The processor time of a process and of all that it has started, ms; NaN where there is no `/proc`. */
export function processorOf({ pid }: Beside): number {
  const all = readdirOf('/proc').flatMap(readTimes);
  const own = all.find((one) => one.pid === pid);
  if (!own) return Number.NaN;
  const children = all.filter(({ parent }) => parent === pid);
  const ticks = children.reduce((sum, child) => sum + child.own, own.own + own.ended);
  return ticks * TICK_MS;
}

const readdirOf = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
};

interface Times {
  pid: number;
  parent: number;
  /** The process's own time, and that of its children that have ended. */
  own: number;
  ended: number;
}

function readTimes(name: string): Times[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The second field is a name in brackets that may hold anything.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);
    return [{ pid: Number(name), parent, own: user + system, ended: endedUser + endedSystem }];
  } catch {
    // The process has just ended.
    return [];
  }
}
