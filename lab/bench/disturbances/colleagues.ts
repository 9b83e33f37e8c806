import { setTimeout as pause } from 'node:timers/promises';
import { listGroupChats } from '@chat/contract/chats';
import { required } from '../../support/helpers.ts';
import { whileAttacked } from './attacker.ts';
import type { Row } from './by-turns.ts';
import type { Flood } from './colleague.ts';
import { onGround } from './ground.ts';
import { measureOtherUsers, otherUserBounds, type Stage, setStage } from './stage.ts';

const PEOPLE = 2_000;
const FLOOD_MS = 5_000;

type Attack = Pick<Flood, 'typing' | 'lists' | 'polls' | 'sends'>;

/** Measures other users while Ana floods the server without a pause. */
function flooded(stage: Stage, attack: Attack, everyMs?: number) {
  const { url, ana, anaUuid } = stage;
  const job: Flood = { url, token: required(ana.token, 'token'), userId: anaUuid, ...attack };
  const work = () => measureOtherUsers(stage, () => pause(FLOOD_MS), everyMs);
  return whileAttacked('colleague.ts', [JSON.stringify(job)], work);
}

const inLargeGroup: Row<Stage>[] = [
  {
    name: 'a colleague types on six sockets and reads sixty lists of 2,000 people',
    figures: otherUserBounds,
    quiet: (stage) => measureOtherUsers(stage),
    disturbed: (stage) =>
      flooded(stage, {
        typing: { sockets: 6, each: 900, chatId: stage.chatId },
        lists: { atOnce: 60, groupId: stage.groupId },
      }),
  },
  {
    name: 'a colleague polls with thousands of signals in a body',
    figures: otherUserBounds,
    quiet: (stage) => measureOtherUsers(stage),
    disturbed: (stage) => flooded(stage, { polls: { connections: 6, each: 10_000 } }),
  },
];

async function setLargeStage(): Promise<Stage> {
  const stage = await setStage({ people: PEOPLE });
  const params = { groupId: stage.groupId };
  // At the first calls of a server no statement is prepared yet.
  for (let n = 0; n < 10; n++) await stage.bruno.call(listGroupChats, { params });
  return stage;
}

export const colleagues = onGround(setLargeStage, inLargeGroup);

/** The rate holds for those who are to be served, too, in all turns of a minute. */
const SEND_EVERY_MS = 125;

export const floodOfOne = onGround(
  () => setStage({ settings: { SEND_RATE: '600' } }),
  [
    {
      name: 'one person sends, edits and uploads without a pause',
      figures: otherUserBounds,
      quiet: (stage) => measureOtherUsers(stage, undefined, SEND_EVERY_MS),
      disturbed: (stage) => {
        const sends = { atOnce: 40, chatId: stage.chatId, fileSize: 2 ** 20 };
        return flooded(stage, { sends }, SEND_EVERY_MS);
      },
    },
  ],
);
