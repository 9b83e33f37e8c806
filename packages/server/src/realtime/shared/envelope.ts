/** What stands on an entry in the clear. It is sealed together with the text, so that nobody changes either. */
export interface Envelope {
  /** The sender. */
  by: string;
  /** The sender's own, which goes up by one with each entry. */
  number: number;
  /** How many of the sender's entries, this one among them, were for all or for all others. */
  broadcasts: number;
  /** `all`, `others`, `rooms`, or the name of a process. */
  to: string;
}

/** An entry as Redis passes it on: with what the sender cannot know, and nobody vouches for. */
export interface Letter extends Envelope {
  sealed: Buffer;
  /** Goes up by one with each that is passed on to a process: what is lost on the way shows as a gap. */
  count: number;
  /** The highest number that was published in the message's chat before; undefined where that is not known. */
  before: number | undefined;
}

const LINE_END = 0x0a;
const MAX_HEAD = 500;
const MAX_NUMBER = 2 ** 48 - 1;

export const isToEverybody = (to: string): boolean => to === 'all' || to === 'others';

export const headOf = ({ by, number, broadcasts, to }: Envelope): string =>
  `${by} ${number} ${broadcasts} ${to}`;

/** Undefined for what is no entry. */
export function readLetter(payload: Buffer): Letter | undefined {
  const end = payload.subarray(0, MAX_HEAD).indexOf(LINE_END);
  if (end < 0) return undefined;
  const [by = '', number, broadcasts, to = '', count, before] = payload
    .toString('latin1', 0, end)
    .split(' ');
  const letter = {
    ...{ by, number: Number(number), broadcasts: Number(broadcasts), to },
    ...{ sealed: payload.subarray(end + 1), count: Number(count) },
    before: before ? Number(before) : undefined,
  };
  const isNumbered = letter.number >= 0 && letter.number <= MAX_NUMBER;
  return isNumbered && Number.isInteger(letter.number) ? letter : undefined;
}
