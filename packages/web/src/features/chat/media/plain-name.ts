/** Signs that turn around what follows, and signs that nobody sees. */
const HIDDEN = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const NONE_LEFT = '?';

/**
 * A file's name as it is written, letter after letter: turned around, 'foto[]gnp.exe' would pass for a picture
 * (rules/files 30). It is saved under the name that it has.
 */
export const plainName = (name: string): string => name.replace(HIDDEN, '') || NONE_LEFT;
