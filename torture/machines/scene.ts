import { renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../scripts/lib/run.mjs';
import type { EngineName } from '../options.ts';
import { Application } from './application.ts';
import { Cluster } from './cluster.ts';
import { type Disk, openDisk } from './disk.ts';
import { Line } from './line.ts';

/** The machines of one round, and the lines between them. */
export interface Scene {
  engine: EngineName;
  disk: Disk;
  application: Application;
  /** Between people and the server. */
  line: Line;
  /** Both only where PostgreSQL is a server of its own. */
  cluster: Cluster | undefined;
  databaseLine: Line | undefined;
}

export async function setScene(engine: EngineName, wantsSmallDisk: boolean): Promise<Scene> {
  const disk = await openDisk(wantsSmallDisk);
  const line = new Line();
  await line.listen();
  const database = engine === 'postgres' ? await startDatabase(disk) : undefined;
  const application = new Application({
    dataDir: join(disk.folder, 'app'),
    databaseUrl: database?.cluster.url(database.databaseLine.port),
    onListening: (port) => {
      line.target = port;
    },
  });
  await application.start();
  return {
    engine,
    disk,
    application,
    line,
    cluster: database?.cluster,
    databaseLine: database?.databaseLine,
  };
}

async function startDatabase(disk: Disk) {
  const home = join(disk.folder, 'postgres');
  await run('mkdir', ['-p', home]);
  // Its own user must be able to reach it.
  await run('chmod', ['711', disk.folder]);
  const cluster = await Cluster.make(home);
  await cluster.start();
  const databaseLine = new Line();
  databaseLine.target = cluster.port;
  await databaseLine.listen();
  return { cluster, databaseLine };
}

export async function strikeScene({ line, databaseLine, cluster, disk, application }: Scene) {
  await line.close();
  await application.kill();
  await databaseLine?.close();
  await cluster?.stop();
  disk.remove();
}

/** Goes on with a copy of the folder as it was left: what a restored image of the disk is to a database. */
export async function goOnWithCopy(folder: string): Promise<void> {
  const left = `${folder}.left`;
  renameSync(folder, left);
  const copied = await run('cp', ['-a', left, folder]);
  if (copied.code !== 0) throw new Error(`The data could not be copied:\n${copied.output}`);
  await rm(left, { recursive: true });
}
