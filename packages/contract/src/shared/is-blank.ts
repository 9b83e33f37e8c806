const SEEN_ASCII = /[!-~]/;
const UNSEEN = /^[\p{Default_Ignorable_Code_Point}\p{White_Space}]*$/u;

/** Nothing of the text is seen: it is empty, or white space and characters that Unicode lets a program ignore. */
export const isBlank = (text: string): boolean =>
  // Most texts say at once that they are not.
  !SEEN_ASCII.test(text) && UNSEEN.test(text.normalize('NFKC'));
