import { isDeepStrictEqual } from 'node:util';
import type { KeptScreen } from '../world/kept-screen.ts';
import { pause } from '../world/patient-client.ts';
import type { Findings } from './findings.ts';

const TIMEOUT_MS = 60_000;
const PAUSE_MS = 150;
/** A chat as a fresh fetch shows it. */
const NEWEST = 50;

/**
 * Waits until every screen is connected and shows what a fresh fetch gives; what still differs then stays so: nobody
 * helps by opening it anew.
 */
export async function awaitScreens(findings: Findings, screens: KeptScreen[]): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (const kept of screens) {
    let difference = await differenceOf(kept);
    while (difference && Date.now() < deadline) {
      await pause(PAUSE_MS);
      difference = await differenceOf(kept);
    }
    if (difference) findings.add('screens', `${kept.person.client.email}: ${difference}`);
  }
}

async function differenceOf(kept: KeptScreen): Promise<string | undefined> {
  if (!kept.isConnected) return 'not connected';
  const { screen } = kept;
  const fresh = await screen.fresh();
  const shown = screen.shown();
  const chats = new Map(shown.chats);
  for (const [chatId, messages] of fresh.chats) {
    const newest = chats.get(chatId)?.slice(-NEWEST);
    if (!isDeepStrictEqual(newest, messages)) return describe(chatId, newest, messages);
  }
  return isDeepStrictEqual(shown.list, fresh.list)
    ? undefined
    : describe('their list', shown.list, fresh.list);
}

function describe(
  what: string,
  shown: readonly unknown[] = [],
  fresh: readonly unknown[] = [],
): string {
  const length = Math.max(shown.length, fresh.length);
  for (let i = 0; i < length; i++) {
    if (isDeepStrictEqual(shown[i], fresh[i])) continue;
    return `${what}, place ${i} of ${shown.length}: ${JSON.stringify(shown[i])}, fresh: ${JSON.stringify(fresh[i])} of ${fresh.length}`;
  }
  return `${what} is not there`;
}
