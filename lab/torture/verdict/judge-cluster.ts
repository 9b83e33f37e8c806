import type { Environment } from '../machines/environment.ts';
import type { KeptScreen } from '../world/kept-screen.ts';
import { pause } from '../world/patient-client.ts';
import type { Findings } from './findings.ts';

const RETURN_MS = 10_000;
const PAUSE_MS = 50;
/** The least share of all answers: an equal share less the time that a process was down. */
const LEAST_SHARE = 0.1;

/** Once a fault is mended, everybody is connected again within 10 s. */
export async function judgeReturn(findings: Findings, screens: KeptScreen[], fault: string) {
  const deadline = Date.now() + RETURN_MS;
  for (const { person } of await stillAway(screens, deadline)) {
    findings.add('absences', `${person.client.email}, after: ${fault}`);
  }
}

async function stillAway(screens: KeptScreen[], deadline: number): Promise<KeptScreen[]> {
  for (;;) {
    const away = screens.filter(({ isConnected }) => !isConnected);
    if (away.length === 0 || Date.now() > deadline) return away;
    await pause(PAUSE_MS);
  }
}

/** Each process was given its part of the work. */
export function judgeShares(findings: Findings, { clusterParts }: Environment): void {
  if (!clusterParts) return;
  const shares = clusterParts.proxy.shares();
  const all = [...shares.values()].reduce((sum, count) => sum + count, 0);
  for (const port of clusterParts.ports) {
    const share = (shares.get(port) ?? 0) / all;
    if (!(share >= LEAST_SHARE)) {
      findings.add('shares', `the process at ${port} gave ${Math.round(share * 100)} % of answers`);
    }
  }
}
