import { existsSync } from 'node:fs';
import { clusterIn } from '@chat/embedded-postgres/create-cluster';
import { layEmbeddedTemplate } from './embedded-template.ts';

/** In place of the engine's own, which takes seconds: a copy of the cluster that it has made before the tests. */
export async function ensureCluster(folder: string): Promise<void> {
  if (!existsSync(clusterIn(folder))) await layEmbeddedTemplate(folder, 'bare');
}
