import { dropOldest } from '../../shared/queues.ts';
import type { Outcome } from './hand-over.ts';

/** How much each push service has to do for this process: one that does not answer gets less, and holds nobody else up. */
export interface HostLoads {
  /** The most that may be taken for one push service at a time. */
  readonly share: number;
  enter(host: string): void;
  leave(host: string, outcome: Outcome): void;
  /** Those that have as much as they may. */
  busy(): string[];
  /** Those that did not answer lately: one at a time is tried. */
  slow(): string[];
}

const MAX_SHARE = 150;
/** Of one that has yet to answer. */
const FIRST_SHARE = 25;
const MIN_SHARE = 3;
const MAX_HOSTS = 10_000;

interface HostLoad {
  underWay: number;
  share: number;
}

const isSilent = (outcome: Outcome) =>
  outcome.answer === 'no_answer' || outcome.answer === 'no_connection';

export function createHostLoads(): HostLoads {
  const loads = new Map<string, HostLoad>();
  const those = (which: (load: HostLoad) => boolean) =>
    [...loads].filter(([, load]) => which(load)).map(([host]) => host);

  return {
    share: MAX_SHARE,
    enter(host) {
      const load = loads.get(host) ?? { underWay: 0, share: FIRST_SHARE };
      load.underWay++;
      loads.delete(host);
      loads.set(host, load);
      dropOldest(loads, MAX_HOSTS);
    },
    leave(host, outcome) {
      const load = loads.get(host);
      if (!load) return;
      load.underWay--;
      load.share = isSilent(outcome)
        ? Math.max(MIN_SHARE, Math.floor(load.share / 2))
        : Math.min(MAX_SHARE, load.share * 2);
    },
    busy: () => those(({ underWay, share }) => underWay >= share),
    slow: () => those(({ share }) => share < FIRST_SHARE),
  };
}
