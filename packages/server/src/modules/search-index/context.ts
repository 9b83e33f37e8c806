import type { Context } from '../../context.ts';
import type { Indexer } from './indexer.ts';

/** Dependencies of what searches find. */
export interface SearchIndexContext extends Context {
  indexer: Indexer;
}
