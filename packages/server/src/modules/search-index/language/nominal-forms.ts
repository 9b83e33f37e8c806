import { CONSONANT_OR_A, E_OR_A, FIXED, WITH_VOWEL } from './word-lists.ts';

/** What stands for -o and -a of a gender; folded words have no capitals. */
export const GENDER = 'O';

/** 'reuniones', 'ciudades', 'directores': what comes before -es is the singular. */
const CONSONANT_PLURAL = /(?:ion|on|or|dad|tad|tud|al|ul|ez)es$/;
const MAY_BE_CONSONANT_PLURAL = /[aeiou][lnrdjysx]es$|[iu]es$|(?:club|album|curriculum)es$/;

/** Singular and gender of a word as a noun or adjective: several where the ending leaves it open. */
export const nominalForms = (word: string): string[] => singularsOf(word).flatMap(genderForms);

function singularsOf(word: string): string[] {
  if (word.length <= 3 || !word.endsWith('s')) return [word];
  const withoutS = word.slice(0, -1);
  if (word.endsWith('ces')) return [withoutS, `${word.slice(0, -3)}z`];
  const withoutEs = word.slice(0, -2);
  if (withoutEs.length >= 5 && CONSONANT_PLURAL.test(word)) return [withoutEs];
  if (!MAY_BE_CONSONANT_PLURAL.test(word)) return [withoutS];
  // Of 'clases' the singular is never 'clas'; of 'franceses' it is 'frances', which ends as a plural does.
  if (!withoutEs.endsWith('s') || withoutEs.length <= 3 || FIXED.has(withoutEs)) {
    return [withoutS, withoutEs];
  }
  return withoutEs.length === 4 ? [withoutS] : [withoutS, ...singularsOf(withoutEs)];
}

const SHORT_WITH_GENDER = /^(?:tio|mio|uno|feo|reo)$/;
/** 'directora', 'alemana', 'bailarina', 'leona'. */
const ADDS_A = /[aeiou].*(?:[dtsn]or|[^i]an|in|[^i]on)a$/;
/** 'francesa', and with it 'condesa'. */
const NATIONALITY = /..[^aeiou]esa$|..uesa$/;

function genderForms(word: string): string[] {
  const stem = word.slice(0, -1);
  const last = word.at(-1);
  if ((last !== 'o' && last !== 'a') || WITH_VOWEL.has(word)) return [word];
  if (word.length <= 3) return SHORT_WITH_GENDER.test(`${stem}o`) ? [stem + GENDER] : [word];
  if (last === 'o') return [stem + GENDER];
  if (E_OR_A.has(stem)) return [`${stem}e`];
  if (CONSONANT_OR_A.has(stem)) return [stem];
  if (NATIONALITY.test(word)) return singularsOf(stem).flatMap(genderForms);
  if (/[dtsn]ora$/.test(word) && word.length >= 6) return [stem];
  return ADDS_A.test(word) && word.length >= 5 ? [stem + GENDER, stem] : [stem + GENDER];
}
