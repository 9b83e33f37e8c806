import fc from 'fast-check';

export type Where = 'group' | 'direct' | 'personal';
/** Ana is erased sooner or later; Bruno stays. */
export type Author = 'ana' | 'bruno';
export type Holdable = Author | 'group' | 'direct';

export type Step =
  | { do: 'say'; who: Author; where: Where; withFile: boolean; mentions: boolean }
  | { do: 'answer'; who: Author; nth: number }
  | { do: 'edit' | 'removeOwn' | 'remove'; nth: number }
  | { do: 'pass'; days: number }
  | { do: 'retain'; days: number | null }
  | { do: 'hold' | 'release'; on: Holdable }
  | { do: 'round' }
  | { do: 'erase'; messages: boolean }
  | { do: 'leave' | 'deleteGroup' | 'eraseGroup' };

/** Counted from the newest one on, where people change most. */
const nth = fc.oneof(fc.nat({ max: 8 }), fc.nat({ max: 70 }));
const on = fc.constantFrom<Holdable>('ana', 'bruno', 'ana', 'bruno', 'group', 'direct');
const of = <T extends string>(name: T) => fc.constant(name);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: of('say'),
      who: fc.constantFrom<Author>('ana', 'bruno'),
      where: fc.constantFrom<Where>('group', 'group', 'direct', 'personal'),
      withFile: fc.boolean(),
      mentions: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: of('answer'),
      who: fc.constantFrom<Author>('ana', 'bruno'),
      nth: fc.nat({ max: 8 }),
    }),
  },
  {
    weight: 16,
    arbitrary: fc.record({ do: fc.constantFrom('edit' as const, 'removeOwn', 'remove'), nth }),
  },
  { weight: 6, arbitrary: fc.record({ do: of('pass'), days: fc.constantFrom(2, 9, 24) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: of('retain'), days: fc.constantFrom(null, 5.5, 5.5, 20.5) }),
  },
  { weight: 8, arbitrary: fc.record({ do: of('hold'), on }) },
  { weight: 6, arbitrary: fc.record({ do: of('release'), on }) },
  { weight: 8, arbitrary: fc.record({ do: of('round') }) },
  { weight: 2, arbitrary: fc.record({ do: of('erase'), messages: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('leave' as const, 'deleteGroup', 'eraseGroup') }),
  },
);

export interface Run {
  /** RETENTION_DAYS. */
  setting: number | null;
  steps: Step[];
}

export const runs: fc.Arbitrary<Run> = fc.record({
  setting: fc.constantFrom(null, 12.5, 40.5),
  steps: fc.array(step, { minLength: 10, maxLength: 45, size: 'max' }),
});

/** Stands for Ana once she is erased. */
const ERASED = 'Usuario eliminado';

/** Days for which an administrator reads what was said before. */
export const ORIGINALS_DAYS = 30;

/** A text, and where it is: shown, read in the history, kept for a hold alone, or nowhere. */
export interface Utterance {
  text: string;
  is: 'shown' | 'original' | 'hidden' | 'gone';
  /** Days since it was said no more. */
  over: number;
  /** Ana is called by name at its end. */
  mentionsAna: boolean;
}

export interface Remaining {
  uuid: string;
  where: Where;
  seq: number;
  who: Author;
  said: Utterance[];
  file: { text: string; isThere: boolean } | undefined;
  /** Days since it was sent. */
  age: number;
  answers: Remaining | undefined;
}

export const shownOf = ({ said }: Remaining): Utterance | undefined =>
  said.find(({ is }) => is === 'shown');

const membersOf: Record<Where, Author[]> = {
  group: [],
  direct: ['ana', 'bruno'],
  personal: ['ana'],
};

/** The rules of retention, holds and erasure in plain words: all is computed from all messages each time. */
export class KeptModel {
  readonly messages: Remaining[] = [];
  readonly holds = new Set<string>();
  groupDays: number | null = null;
  ana: 'here' | 'deleted' | 'erased' = 'here';
  /** She takes part in the group. */
  isAnaInGroup = true;
  group: 'here' | 'deleted' | 'erased' = 'here';
  private readonly setting: number | null;

  constructor(setting: number | null) {
    this.setting = setting;
  }

  /** A direct chat needs both. */
  mayWrite(who: Author, where: Where): boolean {
    const isAnaThere = this.ana === 'here' && (where === 'personal' || this.isAnaInGroup);
    if (where !== 'personal' && this.group !== 'here') return false;
    return isAnaThere || (who === 'bruno' && where === 'group');
  }

  /** The text with the mention in it, of which an erasure leaves no e-mail. */
  written = ({ text, mentionsAna }: Utterance, email: string): string =>
    mentionsAna ? `${text} @${this.ana === 'erased' ? ERASED : email}` : text;

  /** A hold keeps all of the chat. */
  private isWholeKept = (where: Where): boolean =>
    [where, ...membersOf[where]].some((one) => this.holds.has(one));

  isKept = ({ where, who }: Remaining): boolean => this.isWholeKept(where) || this.holds.has(who);

  in = (where: Where): Remaining[] => this.messages.filter((message) => message.where === where);

  /** The present text becomes one of before: to be read by administrators for a time, but in a personal chat. */
  private end(message: Remaining, is: 'original' | 'hidden' | 'gone'): void {
    const now = shownOf(message);
    if (now) Object.assign(now, { is, over: 0 });
  }

  private ends = (message: Remaining): 'original' | 'hidden' | 'gone' => {
    if (message.where !== 'personal') return 'original';
    return this.isKept(message) ? 'hidden' : 'gone';
  };

  edit(message: Remaining, text: string): void {
    this.end(message, this.ends(message));
    message.said.push({ text, is: 'shown', over: 0, mentionsAna: false });
  }

  removeOwn(message: Remaining): void {
    this.end(message, this.ends(message));
    this.letFileGo(message);
  }

  /** By an administrator: no history is left. */
  remove(message: Remaining): void {
    const isKept = this.isKept(message);
    for (const one of message.said) {
      if (one.is !== 'gone') one.is = isKept ? 'hidden' : 'gone';
    }
    this.letFileGo(message);
  }

  private letFileGo(message: Remaining): void {
    if (message.file && !this.isKept(message)) message.file.isThere = false;
  }

  private drop(message: Remaining): void {
    for (const one of message.said) one.is = 'gone';
    if (message.file) message.file.isThere = false;
  }

  pass(days: number): void {
    for (const message of this.messages) {
      message.age += days;
      for (const one of message.said) one.over += days;
    }
  }

  round(): void {
    for (const message of this.messages) {
      const own = message.where === 'personal' ? null : this.groupDays;
      const days = Math.min(
        this.setting ?? Number.POSITIVE_INFINITY,
        own ?? Number.POSITIVE_INFINITY,
      );
      if (message.age > days && !this.isKept(message)) this.drop(message);
      for (const one of message.said) {
        // Beside whole days a moment has passed.
        const isOver = one.is === 'original' && one.over >= ORIGINALS_DAYS;
        if (isOver && !this.isKept(message)) one.is = 'gone';
      }
    }
    this.release();
  }

  /** Drops what was kept for holds that have ended. */
  private release(): void {
    for (const message of this.messages.filter((one) => !this.isKept(one))) {
      for (const one of message.said) if (one.is === 'hidden') one.is = 'gone';
      if (message.file && !shownOf(message)) message.file.isThere = false;
    }
  }

  /** Nobody reads in its chats any more; what messages said before goes, unless a hold keeps it. */
  deleteGroup(): void {
    for (const message of this.messages.filter(({ where }) => where !== 'personal')) {
      const is = this.isKept(message) ? 'hidden' : 'gone';
      for (const one of message.said) if (one.is === 'original') one.is = is;
    }
    this.group = 'deleted';
  }

  /** False where a hold stops it, which each of these holds does: both people are in its direct chat. */
  eraseGroup(): boolean {
    if (this.holds.size > 0) return false;
    for (const message of this.messages) if (message.where !== 'personal') this.drop(message);
    this.release();
    this.group = 'erased';
    return true;
  }

  /** False where a hold stops it: on Ana, on a chat of hers, or on whom she shares one with. */
  erase(withMessages: boolean): boolean {
    const concerned = this.group === 'erased' ? ['ana'] : ['ana', 'bruno', 'group', 'direct'];
    if (concerned.some((one) => this.holds.has(one))) return false;
    this.release();
    for (const message of this.messages.filter(({ who }) => who === 'ana')) {
      const now = shownOf(message);
      for (const one of message.said) if (one !== now) one.is = 'gone';
      if (withMessages || message.where === 'personal') this.drop(message);
    }
    this.ana = 'erased';
    return true;
  }
}
