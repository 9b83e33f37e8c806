import { goOnWithCopy, type Scene } from '../machines/scene.ts';
import { pause } from '../world/patient-client.ts';
import type { Fault } from './fault.ts';

const LONGEST_ABSENCE_MS = 600;
const always = () => true;
const hasCluster = ({ cluster }: Scene) => cluster !== undefined;

const serverKilled: Fault = {
  name: 'server killed',
  weight: 3,
  isPossible: always,
  async inject({ application }, random) {
    await application.kill();
    await pause(random.between(0, LONGEST_ABSENCE_MS));
    await application.start();
  },
};

const serverKilledTwice: Fault = {
  name: 'server killed while starting',
  weight: 1,
  isPossible: always,
  async inject({ application }, random) {
    await application.kill();
    void application.start();
    await pause(random.between(50, 1_000));
    await application.kill();
    await application.start();
  },
};

const databaseKilled: Fault = {
  name: 'PostgreSQL killed',
  weight: 2,
  isPossible: hasCluster,
  async inject({ cluster }, random) {
    await cluster?.kill();
    await pause(random.between(0, LONGEST_ABSENCE_MS));
    await cluster?.start();
  },
};

const backendKilled: Fault = {
  name: 'one of its processes killed',
  weight: 2,
  isPossible: hasCluster,
  async inject({ cluster }, random) {
    await cluster?.killBackend((pids) => random.pick(pids));
  },
};

/** The nearest to a power cut that a program can come; what it leaves out stands in docs/reliability.md. */
const everythingKilled: Fault = {
  name: 'everything killed and copied',
  weight: 1,
  isPossible: always,
  async inject({ application, cluster, line, databaseLine }) {
    await Promise.all([application.kill(), cluster?.kill()]);
    line.cut();
    databaseLine?.cut();
    await goOnWithCopy(application.dataDir);
    if (cluster) await goOnWithCopy(cluster.data);
    await cluster?.start();
    await application.start();
  },
};

export const crashes = [
  serverKilled,
  serverKilledTwice,
  databaseKilled,
  backendKilled,
  everythingKilled,
];
