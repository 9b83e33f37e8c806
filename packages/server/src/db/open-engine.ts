import {
  type EmbeddedDatabase,
  type EmbeddedOptions,
  openEmbedded,
} from '@chat/embedded-postgres/open-embedded';
import { typeParsers } from './database.ts';

/** The embedded engine on `folder`, with values read as from a server. */
export const openEngine = (
  folder: string,
  options: Omit<EmbeddedOptions, 'types'> = {},
): Promise<EmbeddedDatabase> => openEmbedded(folder, { ...options, types: typeParsers });
