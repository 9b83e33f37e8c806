import { renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../../scripts/lib/free-port.mjs';
import { run } from '../../../scripts/lib/run.mjs';
import { Application } from '../../machines/application.ts';
import { Nginx } from '../../machines/nginx.ts';
import { Postgres } from '../../machines/postgres.ts';
import { Redis } from '../../machines/redis.ts';
import type { EngineName } from '../options.ts';
import { type Disk, openDisk } from './disk.ts';
import { Link } from './link.ts';

const PROCESSES_IN_CLUSTER = 3;

/** The machines of one round, and the links between them. */
export interface Environment {
  engine: EngineName;
  disk: Disk;
  /** One, or several that are one service. */
  applications: [Application, ...Application[]];
  /** Between people and the service. */
  link: Link;
  /** Both only where PostgreSQL is a server of its own. */
  postgres: Postgres | undefined;
  databaseLink: Link | undefined;
  /** The parts that join several processes into one service. */
  clusterParts: ClusterParts | undefined;
}

interface ClusterParts {
  redis: Redis;
  proxy: Nginx;
  ports: number[];
}

export async function createEnvironment(
  engine: EngineName,
  wantsSmallDisk: boolean,
): Promise<Environment> {
  const disk = await openDisk(wantsSmallDisk);
  const link = new Link();
  await link.listen();
  const database = engine === 'embedded' ? undefined : await startDatabase(disk);
  const clusterParts = engine === 'cluster' ? await startClusterParts(disk) : undefined;
  if (clusterParts) link.target = clusterParts.proxy.port;
  const dataDir = join(disk.folder, 'app');
  const url = database?.postgres.url(database.databaseLink.port);
  const settings = { ...(url && { DATABASE_URL: url }), ...(clusterParts && joined(clusterParts)) };
  const open = (port?: number) =>
    new Application({
      dataDir,
      settings: { ...settings, ...(port && { PORT: `${port}` }) },
      onListening: (taken) => {
        if (!clusterParts) link.target = taken;
      },
    });
  const [first, ...others] = clusterParts?.ports ?? [];
  const applications: Environment['applications'] = [open(first), ...others.map(open)];
  await Promise.all(applications.map((application) => application.start()));
  return {
    engine,
    disk,
    applications,
    link,
    postgres: database?.postgres,
    databaseLink: database?.databaseLink,
    clusterParts,
  };
}

const joined = ({ redis }: ClusterParts) => ({ ...redis.settings, TRUST_PROXY: '1' });

async function startDatabase(disk: Disk) {
  const postgres = await Postgres.make(join(disk.folder, 'postgres'));
  await postgres.start();
  const databaseLink = new Link();
  databaseLink.target = postgres.port;
  await databaseLink.listen();
  return { postgres, databaseLink };
}

async function startClusterParts(disk: Disk): Promise<ClusterParts> {
  const redis = await Redis.makeGuarded(join(disk.folder, 'redis'));
  const ports = await Promise.all(Array.from({ length: PROCESSES_IN_CLUSTER }, freePort));
  const proxy = await Nginx.make(join(disk.folder, 'nginx'), { targets: ports });
  await Promise.all([redis.start(), proxy.start()]);
  return { redis, proxy, ports };
}

export async function tearDown(environment: Environment): Promise<void> {
  const { link, databaseLink, postgres, clusterParts, disk, applications } = environment;
  await link.close();
  await Promise.all(applications.map((application) => application.kill()));
  await databaseLink?.close();
  await Promise.all([postgres?.stop(), clusterParts?.redis.stop(), clusterParts?.proxy.stop()]);
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
