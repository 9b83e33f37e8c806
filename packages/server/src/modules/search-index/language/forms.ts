/** All the stems under which a folded word counts as the same: two words are forms of each other when they share one. */
export function formsOf(word: string): string[] {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return [word];
  const singulars = /ces$/.test(word)
    ? [`${word.slice(0, -3)}z`, word.slice(0, -1)]
    : [word.replace(/s$/, ''), ...(/[lnrdsyj]es$/.test(word) ? [word.slice(0, -2)] : [])];
  return [...new Set(singulars.map((singular) => singular.replace(/(?<=..)[oa]$/, 'O')))];
}
