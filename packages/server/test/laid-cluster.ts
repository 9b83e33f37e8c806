import { existsSync } from 'node:fs';
import { clusterIn } from '@chat/embedded-postgres/create-cluster';
import { layEmbeddedTemplate } from './embedded-template.ts';

/**
 * Replaces the engine's own cluster creation, which takes seconds, by a copy of the cluster that was made before the
 * tests.
 */
export async function ensureCluster(folder: string): Promise<void> {
  if (!existsSync(clusterIn(folder))) await layEmbeddedTemplate(folder, 'bare');
}
