import { LRUCache } from 'lru-cache';
import type { Timing } from '../../config/timing.ts';
import type { Outcome } from './hand-over.ts';

/** Pushes to one person's browsers that may be under way: their slow endpoints hold nobody else up. */
export const OF_A_PERSON = 10;
/** The most that is taken for one push service at a time. */
export const OF_A_HOST = 150;
/** The share of a push service that has yet to answer. */
const FIRST_SHARE = 25;
const MIN_SHARE = 3;
const MAX_HOSTS = 10_000;

interface HostLoad {
  underWay: number;
  share: number;
}

/** One hand-over: whose, and to which push service. */
export interface Load {
  host: string;
  userId: number;
}

/** How much may be taken now. */
export interface Room {
  /** Push services that have as much as they may. */
  busyHosts: string[];
  /** Push services that did not answer lately, or slowly: one push at a time tries them. */
  slowHosts: string[];
  /** How much more people may have who have something under way. */
  people: { userId: number; left: number }[];
}

/**
 * How much each push service, and each person, has under way at this process. A push service that does not answer in
 * time gets less, and holds nobody else up.
 */
export interface Loads {
  enter(load: Load): void;
  leave(load: Load, outcome: Outcome, tookMs: number): void;
  room(): Room;
}

const isSilent = ({ answer }: Outcome) => answer === 'no_answer' || answer === 'no_connection';

export function createLoads(timing: Pick<Timing, 'pushSlowMs'>): Loads {
  const hosts = new LRUCache<string, HostLoad>({ max: MAX_HOSTS });
  const people = new Map<number, number>();
  const those = (which: (load: HostLoad) => boolean) =>
    [...hosts].filter(([, load]) => which(load)).map(([host]) => host);

  return {
    enter({ host, userId }) {
      const load = hosts.get(host) ?? { underWay: 0, share: FIRST_SHARE };
      load.underWay++;
      hosts.set(host, load);
      people.set(userId, (people.get(userId) ?? 0) + 1);
    },
    leave({ host, userId }, outcome, tookMs) {
      const left = (people.get(userId) ?? 0) - 1;
      if (left > 0) people.set(userId, left);
      else people.delete(userId);
      const load = hosts.get(host);
      if (!load) return;
      load.underWay--;
      load.share =
        isSilent(outcome) || tookMs >= timing.pushSlowMs
          ? Math.max(MIN_SHARE, Math.floor(load.share / 2))
          : Math.min(OF_A_HOST, load.share * 2);
    },
    room: () => ({
      busyHosts: those(({ underWay, share }) => underWay >= share),
      slowHosts: those(({ share }) => share < FIRST_SHARE),
      people: [...people].map(([userId, count]) => ({ userId, left: OF_A_PERSON - count })),
    }),
  };
}
