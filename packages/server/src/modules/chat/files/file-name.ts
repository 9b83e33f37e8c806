import { chatTexts } from '../texts/chat.texts.ts';

const MAX_LETTERS = 255;
// Control characters, and those that turn the reading direction, so that a name cannot pretend to another ending.
const HIDDEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
// How browsers write what cannot stand between the quotes of a form's header.
const ESCAPED: Record<string, string> = { '%22': '"', '%0D': '', '%0A': '' };

function bounded(name: string): string {
  const letters = [...name];
  if (letters.length <= MAX_LETTERS) return name;
  const ending = [...(/\.[^.\s]{1,20}$/.exec(name)?.[0] ?? '')];
  return letters.slice(0, MAX_LETTERS - ending.length).join('') + ending.join('');
}

/** The client's name for a file without the folders it may claim to stand in and what cannot be shown; never empty. */
export function cleanFileName(given: string): string {
  const whole = given.replace(/%(?:22|0D|0A)/g, (code) => ESCAPED[code] ?? code);
  const last = whole.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const shown = last.replace(HIDDEN, '').trim();
  return /^\.*$/.test(shown) ? chatTexts.namelessFile : bounded(shown);
}
