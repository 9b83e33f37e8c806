import type { Figure } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import { serveFilled } from '../support/server.ts';
import { measureAnswers } from './measure-answers.ts';
import { measureBuild } from './measure-build.ts';
import { measureFreshness } from './measure-freshness.ts';
import { measureRivals, measureSearches } from './measure-searches.ts';
import { prepareSearches } from './prepared-searches.ts';
import { searchFigures, sizeFigures } from './search-figures.ts';
import { openSearched, type SearchedDatabase, sizesOf } from './searched-databases.ts';

/** Searching among many messages: how well, how fast, how soon, and what the index takes. */
export async function measureSearch(run: Run): Promise<Figure[]> {
  const figures = await measureAnswers(run);
  for (const [engine, messages] of [
    ['PostgreSQL', run.messages],
    ['embedded', run.messages / 10],
  ] as const) {
    run.say(`${engine}: filling in ${messages} messages`);
    const searched = await openSearched(engine, messages, run.folder);
    figures.push(...(await measureOn(searched, run).finally(() => searched.stop())));
  }
  return figures;
}

async function measureOn(searched: SearchedDatabase, run: Run): Promise<Figure[]> {
  const { name } = searched;
  const prepared = await searched.withDatabase((db) => prepareSearches(db, searched.vocabulary));
  const { url, stop } = await serveFilled(searched.settings);
  const measureServed = async () => {
    const built = await measureBuild(searched, prepared, url, run);
    run.say(`${name}: searches`);
    const times = await measureSearches(prepared, url);
    run.say(`${name}: messages that have just been sent`);
    return { built, times, fresh: await measureFreshness(name, prepared, url) };
  };
  const { built, times, fresh } = await measureServed().finally(stop);
  return searched.withDatabase(async (db) => {
    const sizes = await sizesOf(db);
    run.say(`${name}: the same without an index of our own`);
    const rivals = await measureRivals(db, prepared);
    return [
      ...built,
      ...sizeFigures(searched, sizes, rivals.indexBytes),
      ...searchFigures(name, times, rivals.times),
      ...fresh,
    ];
  });
}
