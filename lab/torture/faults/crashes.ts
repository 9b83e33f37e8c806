import { type Environment, goOnWithCopy } from '../machines/environment.ts';
import { pause } from '../world/patient-client.ts';
import type { Fault } from './fault.ts';

const LONGEST_ABSENCE_MS = 600;
const always = () => true;
const hasPostgres = ({ postgres }: Environment) => postgres !== undefined;

const serverKilled: Fault = {
  name: 'server killed',
  weight: 3,
  isPossible: always,
  async inject({ applications }, random) {
    const application = random.pick(applications);
    await application.kill();
    await pause(random.between(0, LONGEST_ABSENCE_MS));
    await application.start();
  },
};

const serverKilledTwice: Fault = {
  name: 'server killed while starting',
  weight: 1,
  isPossible: always,
  async inject({ applications }, random) {
    const application = random.pick(applications);
    await application.kill();
    void application.start();
    await pause(random.between(50, 1_000));
    await application.kill();
    await application.start();
  },
};

/** As for a new version: each in turn is asked to end, and is back before the next one is asked. */
const rollingRestart: Fault = {
  name: 'rolling restart',
  weight: 1,
  isPossible: ({ applications }) => applications.length > 1,
  async inject({ applications }) {
    for (const application of applications) {
      const code = await application.stop();
      if (code !== 0) application.endings.push({ isExpected: false, words: `ended with ${code}` });
      await application.start();
    }
  },
};

const redisKilled: Fault = {
  name: 'Redis killed',
  weight: 2,
  isPossible: ({ clusterParts }) => clusterParts !== undefined,
  async inject({ clusterParts }, random) {
    await clusterParts?.redis.kill();
    await pause(random.between(0, LONGEST_ABSENCE_MS));
    await clusterParts?.redis.start();
  },
};

const postgresKilled: Fault = {
  name: 'PostgreSQL killed',
  weight: 2,
  isPossible: hasPostgres,
  async inject({ postgres }, random) {
    await postgres?.kill();
    await pause(random.between(0, LONGEST_ABSENCE_MS));
    await postgres?.start();
  },
};

const backendKilled: Fault = {
  name: 'one of its processes killed',
  weight: 2,
  isPossible: hasPostgres,
  async inject({ postgres }, random) {
    await postgres?.killBackend((pids) => random.pick(pids));
  },
};

/** Data that were not synced are gone with the power, although the programs handed them to the kernel. */
const powerCut: Fault = {
  name: 'power cut',
  weight: 2,
  // Redis and the proxy keep nothing that counts, but their files on the same disk.
  isPossible: ({ disk, clusterParts }) => disk.losePower !== undefined && !clusterParts,
  async inject({ applications, postgres, disk, link, databaseLink }) {
    await disk.losePower?.();
    await Promise.all([...applications.map((one) => one.kill()), postgres?.kill()]);
    link.cut();
    databaseLink?.cut();
    await disk.powerUp();
    await postgres?.start();
    await Promise.all(applications.map((one) => one.start()));
  },
};

/** The folders as they stood at that moment, restored elsewhere. */
const everythingKilled: Fault = {
  name: 'everything killed and copied',
  weight: 1,
  isPossible: always,
  async inject({ applications, postgres, link, databaseLink }) {
    await Promise.all([...applications.map((one) => one.kill()), postgres?.kill()]);
    link.cut();
    databaseLink?.cut();
    await goOnWithCopy(applications[0].dataDir);
    if (postgres) await goOnWithCopy(postgres.data);
    await postgres?.start();
    await Promise.all(applications.map((one) => one.start()));
  },
};

export const crashes = [
  serverKilled,
  serverKilledTwice,
  rollingRestart,
  redisKilled,
  postgresKilled,
  backendKilled,
  powerCut,
  everythingKilled,
];
