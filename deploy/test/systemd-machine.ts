import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { onPath } from '../../scripts/lib/find-program.mjs';
import { endWithUs, type Ran, run } from '../../scripts/lib/run.mjs';

/** A container with a systemd of its own, a network of its own, and nothing of this machine's but its programs. */
export interface SystemdMachine {
  /** As root of that machine, in the shared folder. */
  shell(script: string): Promise<Ran>;
  stop(): Promise<void>;
}

// Whoever is asked at a first boot, and what waits for networks, would wait for ever.
const quiet = [
  'systemd.unit=basic.target',
  'systemd.firstboot=no',
  'systemd.mask=systemd-networkd-wait-online.service',
];

/** The first process inside: the container's own programs are its children. */
function leaderOf(pid: number): string {
  const children = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(children)) return '';
  const [leader = ''] = readFileSync(children, 'utf8').split(' ');
  return leader;
}

/** Boots one that sees `shared` as /mnt; undefined where this machine cannot, or nobody is root. */
export async function bootMachine(shared: string): Promise<SystemdMachine | undefined> {
  const program = onPath(['systemd-nspawn']);
  if (!program || process.getuid?.() !== 0) return undefined;
  const name = `web-chat-${process.pid}`;
  const apart = ['--register=no', '--keep-unit', '--private-network', `--machine=${name}`];
  // Its programs are this machine's; what is written stays in memory, and goes.
  const place = ['--directory=/', '--volatile=yes', '--overlay=/usr/local::/usr/local'];
  place.push(`--bind=${shared}:/mnt`, '--bind-ro=/etc/pam.d', '--bind-ro=/etc/security');
  const child = spawn(program, ['--quiet', ...apart, ...place, '--boot', ...quiet], {
    stdio: 'ignore',
  });
  // A container outlives the program that booted it, unless its first process is ended.
  const end = () => {
    const leader = Number(leaderOf(child.pid ?? 0));
    if (leader > 0) process.kill(leader, 'SIGKILL');
  };
  process.once('exit', end);
  endWithUs(child, 'SIGKILL');
  const ended = new Promise((resolve) => child.once('close', resolve));
  const shell = (script: string) => {
    const inside = ['-m', '-u', '-i', '-n', '-p', '-C', '-t', leaderOf(child.pid ?? 0)];
    const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin';
    const words = ['env', '-i', path, 'HOME=/root', 'sh', '-ec', `cd /mnt\n${script}`];
    return run('nsenter', [...inside, ...words], { cwd: '/' });
  };
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const state = async () =>
    hasEnded() ? 'ended' : (await shell('systemctl is-active basic.target')).output.trim();
  await expect.poll(state, { timeout: 60_000 }).toMatch(/^(active|ended)$/);
  if (hasEnded()) return undefined;
  // Folders that every installed system has.
  await shell('mkdir -p /opt /etc/systemd/system');
  return {
    shell,
    async stop() {
      process.off('exit', end);
      end();
      await ended;
    },
  };
}
