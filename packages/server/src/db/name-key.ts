import unhomoglyph from 'unhomoglyph';

/** A name as `name_key` columns keep it: names that differ by case alone are the same (rules/groups 2, rules/offices-and-projects 2). */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const WHITE_SPACE = /\p{White_Space}+/gu;
const NOT_ASCII = /[^\0-\x7f]/gu;
const CAPITAL = /\p{Lu}/u;

/** A name as it looks: accents apart from their letters, invisible characters left out. */
const seen = (name: string) =>
  name.normalize('NFKC').replace(UNSEEN, '').replace(WHITE_SPACE, ' ').trim().normalize('NFD');

/** The letter of the Latin alphabet that a sign looks like, or the sign itself (Unicode Technical Standard 39). */
function latinOf(sign: string): string {
  const latin = unhomoglyph(sign);
  // A tall bar is an l to Unicode, and an I where it is a capital.
  return latin === 'l' && CAPITAL.test(sign) ? 'i' : latin;
}

/**
 * A name as `name_look` columns keep it: names that nobody can tell apart by looking are the same. Letters and digits of
 * ASCII stay what they are ('Zona O' is not 'Zona 0'), and accents too.
 */
export const nameLook = (name: string): string =>
  seen(name).replace(NOT_ASCII, latinOf).normalize('NFD').toLowerCase();

/** For a name that must not even nearly be taken: 'l', 'I' and '1' are one, and white space counts for nothing. */
export const strictLook = (name: string): string =>
  unhomoglyph(seen(name).replace(WHITE_SPACE, '')).toLowerCase();
