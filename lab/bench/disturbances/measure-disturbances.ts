import type { Figure } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import { audit } from './audit.ts';
import { colleagues, floodOfOne } from './colleagues.ts';
import { dueTexts } from './due-texts.ts';
import { erasures } from './erasures.ts';
import { exports, largeExports } from './exports.ts';
import type { RowsOnGround } from './ground.ts';
import { hostilePictures } from './hostile-pictures.ts';
import { hostileTexts } from './hostile-texts.ts';
import { imports, importsOnEmbedded } from './imports.ts';
import { indexing } from './indexing.ts';
import { notices } from './notices.ts';
import { guesses, guessesRefused, signInWork } from './password-guesses.ts';
import { pushes } from './pushes.ts';
import { searchTimesOfOthers } from './search-times.ts';
import { searches } from './searches.ts';
import { strangers } from './strangers.ts';
import { uploads } from './uploads.ts';

/** In the order they run. */
const grounds: RowsOnGround[] = [
  strangers,
  signInWork,
  guesses,
  guessesRefused,
  colleagues,
  floodOfOne,
  uploads,
  hostilePictures,
  searches,
  searchTimesOfOthers,
  hostileTexts,
  exports,
  largeExports,
  imports,
  importsOnEmbedded,
  ...erasures,
  dueTexts,
  pushes,
  notices,
  indexing,
  audit,
];

/** The rows whose names hold the words that the run asks for; where it asks for none all that are not on request. */
export async function measureDisturbances({ row = '', say }: Run): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { names, measure, isOnRequest = false } of grounds) {
    if (isOnRequest && row === '') continue;
    const chosen = names.filter((name) => name.includes(row));
    if (chosen.length > 0) figures.push(...(await measure(chosen, say)));
  }
  if (figures.length === 0) throw new Error(`No row's name holds “${row}”`);
  return figures;
}
