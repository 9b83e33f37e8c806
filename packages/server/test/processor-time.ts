import { readdirSync, readFileSync } from 'node:fs';

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended meanwhile.
    return '';
  }
};

const fieldOf = (status: string, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);

interface Process {
  pid: number;
  status: string;
}

/** A process and all processes it has started. */
function treeOf(root: number): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), status: read(`/proc/${name}/status`) }));
  const below = (pid: number): Process[] =>
    all
      .filter((one) => fieldOf(one.status, 'PPid') === pid)
      .flatMap((child) => [child, ...below(child.pid)]);
  return [...all.filter(({ pid }) => pid === root), ...below(root)];
}

/** The time that each process of the tree has run, and has waited for a processor, in ns. */
const turnsOf = (root: number): Map<number, [ran: number, waited: number]> =>
  new Map(
    treeOf(root).map(({ pid }) => {
      const [ran = 0, waited = 0] = read(`/proc/${pid}/schedstat`).split(' ').map(Number);
      return [pid, [ran, waited]];
    }),
  );

/** The time that the machine's processors have worked, and that the host has taken from them, in ticks. */
function ticksOfMachine(): { worked: number; stolen: number } {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, stolen = 0] = (
    /^cpu +(.*)$/m.exec(read('/proc/stat'))?.[1] ?? ''
  )
    .split(' ')
    .map(Number);
  return { worked: user + nice + system + irq + softIrq, stolen };
}

/**
 * Starts to watch a process and all processes it has started. The returned function says how many times longer their
 * work took than with processors of their own, 1 or more: other work of the machine and its host must not count.
 */
export function watchContention(root: number): () => number {
  const turnsBefore = turnsOf(root);
  const ticksBefore = ticksOfMachine();
  return () => {
    let ran = 0;
    let waited = 0;
    for (const [pid, turns] of turnsOf(root)) {
      const [ranBefore, waitedBefore] = turnsBefore.get(pid) ?? [0, 0];
      ran += turns[0] - ranBefore;
      waited += turns[1] - waitedBefore;
    }
    const ticks = ticksOfMachine();
    const worked = ticks.worked - ticksBefore.worked;
    const stolen = ticks.stolen - ticksBefore.stolen;
    return (1 + (ran && waited / ran)) * (1 + (worked && stolen / worked));
  };
}
