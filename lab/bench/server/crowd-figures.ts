import type { Answers } from '../load/jobs.ts';
import type { Figure } from '../support/figures.ts';
import { median, percentile } from '../support/samples.ts';

export type Crowd = Answers['crowd'];

// ejabberd in a group of 200, on a machine of this class.
const PEER_DELIVERIES = 25_700;

const perThousand = ({ cpuMs, deliveries }: Crowd) => cpuMs / (deliveries / 1000);

/** Beside bare Socket.IO, and at last beside bare `ws`. */
export function crowdFigures(
  size: number,
  { quiet, busy }: { quiet: Crowd; busy: Crowd },
  [socketIo, ws]: Crowd[],
): Figure[] {
  if (!socketIo || !ws) return [];
  const beside = (name: string, value: number, unit: string, bare: number): Figure => ({
    name: `${size} members: ${name}`,
    value,
    unit,
    baseline: { name: `${unit}, bare Socket.IO`, value: bare },
  });
  const cost = (what: string, crowd: Crowd, ratioAtMost: number): Figure => ({
    ...beside(what, perThousand(crowd), 'ms', perThousand(socketIo)),
    target: { ratioAtMost },
  });
  const atMost = size === 2_000 ? 100 : undefined;
  return [
    {
      ...beside('the last one hears, p50', median(quiet.last), 'ms', median(socketIo.last)),
      target: atMost === undefined ? undefined : { atMost },
    },
    beside(
      'the last one hears, p95',
      percentile(quiet.last, 0.95),
      'ms',
      percentile(socketIo.last, 0.95),
    ),
    beside(
      'the last one hears, all answering, p50',
      median(busy.last),
      'ms',
      median(socketIo.last),
    ),
    cost('processor per 1,000 deliveries', quiet, 1.3),
    cost('the same, all answering', busy, 2.5),
    {
      name: `${size} members: processor per 1,000 deliveries, beside ws alone`,
      value: perThousand(quiet),
      unit: 'ms',
      baseline: { name: 'ms, bare ws', value: perThousand(ws) },
    },
  ];
}

/** As many deliveries as it takes, beside bare Socket.IO. */
export function floodFigures(members: number, writers: number, own: Crowd, bare: Crowd): Figure[] {
  const where = `${members} members, ${writers} writing without a pause`;
  return [
    {
      name: `${where}: deliveries`,
      value: own.perSecond,
      unit: '/s',
      baseline: { name: '/s, bare Socket.IO', value: bare.perSecond },
      target: { atLeast: PEER_DELIVERIES * 3 },
    },
    {
      name: `${where}: processor per 1,000 deliveries`,
      value: perThousand(own),
      unit: 'ms',
      baseline: { name: 'ms, bare Socket.IO', value: perThousand(bare) },
      target: { ratioAtMost: 1.3 },
    },
  ];
}
