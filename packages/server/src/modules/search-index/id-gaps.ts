/**
 * Ids are drawn before their messages are committed, so one may come to be seen after a higher one. Those between the
 * ids that were seen are remembered, and asked for again until every transaction of that moment has ended.
 */
export interface IdGap {
  first: number;
  last: number;
  /** What has not come once every transaction before this one has ended never comes. */
  until: number;
}

type IdRange = Pick<IdGap, 'first' | 'last'>;

/** A transaction that stays open for hours holds all that time what failed sends have left out. */
const MAX_GAPS = 200;

/** The ids after `after`, up to `upTo`, that are not among `seen`, which rise. */
export function gapsAmong(after: number, upTo: number, seen: number[]): IdRange[] {
  const gaps: IdRange[] = [];
  let next = after + 1;
  for (const id of [...seen, upTo + 1]) {
    if (id > next) gaps.push({ first: next, last: id - 1 });
    next = Math.max(next, id + 1);
  }
  return gaps;
}

/** The gaps without ids that have come, which rise. */
export const withoutIds = (gaps: IdGap[], ids: number[]): IdGap[] =>
  gaps.flatMap(({ first, last, until }) => {
    const within = ids.filter((id) => id >= first && id <= last);
    return gapsAmong(first - 1, last, within).map((range) => ({ ...range, until }));
  });

/** Too many of them become one, with what was seen in between: that is known, and costs a look. */
export function mergeGaps(gaps: IdGap[]): IdGap[] {
  if (gaps.length <= MAX_GAPS) return gaps;
  const sorted = [...gaps].sort((one, other) => one.first - other.first);
  const merged = sorted.slice(0, sorted.length - MAX_GAPS + 1);
  return [
    {
      first: Math.min(...merged.map(({ first }) => first)),
      last: Math.max(...merged.map(({ last }) => last)),
      until: Math.max(...merged.map(({ until }) => until)),
    },
    ...sorted.slice(merged.length),
  ];
}
