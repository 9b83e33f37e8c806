import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { S3mini } from 's3mini';
import { onPath } from '../../scripts/lib/find-program.mjs';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { required } from '../support/helpers.ts';
import { launch, type Program } from './program.ts';

const [KEY, SECRET] = ['CLAVE', 'secreto/1'];
const PROGRAMS = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph'];
/** Its gateway lets its daemons in by keys alone, and each has its own. */
const MAY_DO_ALL = [
  '--cap',
  'mon',
  'allow *',
  '--cap',
  'osd',
  'allow *',
  '--cap',
  'mgr',
  'allow *',
];
const DAEMONS = ['client.admin', 'osd.0', 'client.rgw'];

/** The names of Debian's packages, where a program is missing; undefined where all are here. */
export function missingCeph(): string | undefined {
  if (PROGRAMS.every((name) => onPath([name]))) return undefined;
  return 'There is no Ceph on PATH: apt-get install --no-install-recommends radosgw ceph-mon ceph-osd';
}

interface Bucket {
  name: string;
  region?: string;
  secret?: string;
}

const configuration = (home: string, monitor: number, gateway: number) => `[global]
fsid = ${randomUUID()}
mon host = v2:127.0.0.1:${monitor}
mon initial members = a
public addr = 127.0.0.1
keyring = ${home}/keyring
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = ${4 * 2 ** 30}
mon allow pool size one = true
mon data avail crit = 0
# A change of the map waits for no other: the gateway makes its pools one after the other.
paxos propose interval = 0.05
paxos min wait = 0.01
# A gateway that was killed is waited for no longer when its successor makes a bucket.
osd client watch timeout = 2
run dir = ${home}
crash dir = ${home}
admin socket =
log file =
log to stderr = true
mon cluster log to file = false
mon data = ${home}/mon
osd data = ${home}/osd
rgw data = ${home}/gateway
rgw frontends = beast endpoint=127.0.0.1:${gateway}
`;

/** Ceph's S3 gateway over a store of one host that keeps everything in memory. */
export class Ceph {
  private readonly home: string;
  private readonly port: number;
  private readonly monitor: number;
  private readonly daemons: Program[] = [];
  private gateway: Program | undefined;

  private constructor(home: string, monitor: number, port: number) {
    this.home = home;
    this.monitor = monitor;
    this.port = port;
  }

  /** Serves once it resolves. */
  static async start(home: string): Promise<Ceph> {
    for (const name of ['mon', 'osd', 'gateway']) mkdirSync(join(home, name), { recursive: true });
    const ceph = new Ceph(home, await freePort(), await freePort());
    writeFileSync(join(home, 'ceph.conf'), configuration(home, ceph.monitor, ceph.port));
    await ceph.startMonitor();
    await ceph.startDisk();
    await ceph.startGateway();
    const who = ['--uid', 'chat', '--display-name', 'chat'];
    await ceph.do(
      'radosgw-admin',
      'user',
      'create',
      ...who,
      `--access-key=${KEY}`,
      `--secret=${SECRET}`,
    );
    return ceph;
  }

  /** Returns a bucket's address as a value of `S3_URL`. */
  url({ name, region, secret = SECRET }: Bucket): string {
    const where = region === undefined ? '' : `region=${region}&`;
    return `s3://${KEY}:${encodeURIComponent(secret)}@127.0.0.1:${this.port}/${name}?${where}tls=0`;
  }

  /** Made where the gateway is; false where it refuses one of that region. */
  createBucket(name: string, region: string): Promise<boolean> {
    return this.reach(name, region)
      .createBucket()
      .catch(() => false);
  }

  /** The names in the bucket. */
  async keysIn(name: string): Promise<string[]> {
    const objects = await this.reach(name, 'default').listObjects();
    return (objects ?? []).map(({ Key }) => Key).sort();
  }

  /** From its next start the gateway is of that region, and makes buckets there alone. */
  async moveTo(region: string): Promise<void> {
    const zones = await this.do('radosgw-admin', 'zonegroup', 'get', '--rgw-zonegroup=default');
    const file = join(this.home, 'zonegroup.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(zones), api_name: region }));
    const args = ['zonegroup', 'set', '--rgw-zonegroup=default', `--infile=${file}`];
    await this.do('radosgw-admin', ...args);
  }

  async startGateway(): Promise<void> {
    const gateway = this.launch('radosgw', ['-n', 'client.rgw'], /starting handler: beast/);
    this.gateway = gateway;
    await gateway.ready;
    while (!(await fetch(`http://127.0.0.1:${this.port}/`).catch(() => undefined))) await pause(50);
  }

  /** Ends the gateway without a word; what is stored stays. */
  async killGateway(): Promise<void> {
    const gateway = required(this.gateway, 'gateway');
    gateway.child.kill('SIGKILL');
    await gateway.ended;
  }

  /** The gateway keeps its connections open and says nothing. */
  freezeGateway(): void {
    required(this.gateway, 'gateway').child.kill('SIGSTOP');
  }

  resumeGateway(): void {
    required(this.gateway, 'gateway').child.kill('SIGCONT');
  }

  /** Nothing of it is kept. */
  async stop(): Promise<void> {
    const all = [this.gateway, ...this.daemons].filter((program) => program !== undefined);
    for (const { child } of all) child.kill('SIGKILL');
    await Promise.all(all.map(({ ended }) => ended));
  }

  private reach(bucket: string, region: string): S3mini {
    const endpoint = `http://127.0.0.1:${this.port}/${bucket}`;
    return new S3mini({ endpoint, region, accessKeyId: KEY, secretAccessKey: SECRET });
  }

  private async startMonitor(): Promise<void> {
    const [keys, map] = [join(this.home, 'keyring'), join(this.home, 'monmap')];
    const made = ['--create-keyring', keys, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *'];
    await this.do('ceph-authtool', ...made);
    for (const name of DAEMONS) {
      await this.do('ceph-authtool', keys, '--gen-key', '-n', name, ...MAY_DO_ALL);
    }
    const address = `[v2:127.0.0.1:${this.monitor}]`;
    await this.do('monmaptool', '--create', '--addv', 'a', address, map);
    await this.do('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keys);
    this.daemons.push(this.launch('ceph-mon', ['-i', 'a'], /./));
  }

  private async startDisk(): Promise<void> {
    const uuid = randomUUID();
    // The command waits for the monitor.
    await this.do('ceph', '--connect-timeout', '30', 'osd', 'new', uuid);
    await this.do('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', uuid);
    const disk = this.launch('ceph-osd', ['-i', '0'], /state: booting -> active/);
    this.daemons.push(disk);
    await disk.ready;
  }

  private launch(name: string, args: string[], readyWhen: RegExp): Program {
    const program = required(onPath([name]), name);
    return launch(program, ['-c', join(this.home, 'ceph.conf'), '-f', ...args], {
      cwd: this.home,
      env: { PATH: process.env.PATH },
      readyWhen,
    });
  }

  /** Runs one of its tools to the end; gives what it printed. */
  private async do(tool: string, ...args: string[]): Promise<string> {
    const env = { CEPH_CONF: join(this.home, 'ceph.conf'), CEPH_ARGS: '--log-to-stderr=false' };
    const { code, output } = await run(tool, args, { cwd: this.home, env });
    if (code !== 0) throw new Error(`${tool} ${args.join(' ')} failed:\n${output}`);
    return output;
  }
}
