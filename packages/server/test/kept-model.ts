import type { Author, Where } from './kept-steps.ts';

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
  isForwarded: boolean;
  /** Days since it was sent. */
  age: number;
  answers: Remaining | undefined;
}

export const shownOf = ({ said }: Remaining): Utterance | undefined =>
  said.find(({ is }) => is === 'shown');

/** Something that it says, or said, is there. */
export const isLeft = ({ said }: Remaining): boolean => said.some(({ is }) => is !== 'gone');

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

  /** A direct chat needs both; the personal one is Ana's. */
  mayWrite(who: Author, where: Where): boolean {
    if (where === 'personal') return who === 'ana' && this.ana === 'here';
    const isAnaThere = this.ana === 'here' && this.isAnaInGroup;
    if (this.group !== 'here') return false;
    if (where === 'group') return who !== 'ana' || isAnaThere;
    return who !== 'carla' && isAnaThere;
  }

  /** In a direct chat the other one reads on. */
  mayRead = (who: Author, where: Where): boolean =>
    this.mayWrite(who, where) || (who === 'bruno' && where === 'direct' && this.group === 'here');

  /** The newest but `nth` of the messages that are shown, and of which this is so. */
  pick(nth: number, isSo: (message: Remaining) => boolean): Remaining | undefined {
    const ones = this.messages.filter((message) => shownOf(message) && isSo(message));
    return ones.at(-1 - (nth % Math.max(1, ones.length)));
  }

  isChangeable(what: 'edit' | 'removeOwn' | 'remove', { where, who, age, ...one }: Remaining) {
    if (what === 'remove') return where !== 'personal' && this.group === 'here';
    if (age > 0) return false;
    return what === 'edit'
      ? !one.isForwarded && this.mayWrite(who, where)
      : this.mayRead(who, where);
  }

  /** The text with the mention in it, of which an erasure leaves no e-mail. */
  written = ({ text, mentionsAna }: Utterance, email: string): string =>
    mentionsAna ? `${text} @${this.ana === 'erased' ? ERASED : email}` : text;

  /** A hold keeps all of the chat. */
  private isWholeKept = (where: Where): boolean =>
    [where, ...membersOf[where]].some((one) => this.holds.has(one));

  isKept = ({ where, who }: Remaining): boolean => this.isWholeKept(where) || this.holds.has(who);

  /** A hold keeps something of the chat, be it nothing yet. */
  isPartlyKept = (where: Where): boolean =>
    this.isWholeKept(where) ||
    (where === 'group' && ['ana', 'bruno', 'carla'].some((one) => this.holds.has(one)));

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
      const isKept = this.isKept(message);
      if (message.age > this.daysOf(message) && !isKept) this.drop(message);
      for (const one of message.said) {
        // Beside whole days a moment has passed.
        const isOver = one.is === 'original' && one.over >= ORIGINALS_DAYS;
        if (isOver) one.is = isKept ? 'hidden' : 'gone';
      }
    }
    this.release();
  }

  /** The days of the group or those of all, whichever are fewer. */
  private daysOf({ where }: Remaining): number {
    const own = where === 'personal' ? null : this.groupDays;
    return Math.min(this.setting ?? Number.POSITIVE_INFINITY, own ?? Number.POSITIVE_INFINITY);
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

  /** False where a hold stops it: on Carla if she wrote something, each other one since it keeps the direct chat. */
  eraseGroup(): boolean {
    const keepsSome = this.in('group').some((one) => this.isKept(one) && isLeft(one));
    if (keepsSome || this.isWholeKept('direct') || this.isWholeKept('group')) return false;
    for (const message of this.messages) if (message.where !== 'personal') this.drop(message);
    this.release();
    this.group = 'erased';
    return true;
  }

  /** False where a hold stops it: on Ana, a chat of hers, whom she shares one with, or a text that mentions her. */
  erase(withMessages: boolean): boolean {
    const concerned = this.group === 'erased' ? ['ana'] : ['ana', 'bruno', 'group', 'direct'];
    if (concerned.some((one) => this.holds.has(one))) return false;
    const mentioning = this.messages.filter(({ said }) =>
      said.some(({ mentionsAna, is }) => mentionsAna && is !== 'gone'),
    );
    if (mentioning.some(this.isKept)) return false;
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
