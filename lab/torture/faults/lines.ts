import type { Environment } from '../machines/environment.ts';
import { pause } from '../world/patient-client.ts';
import type { Fault } from './fault.ts';

const MAX_ANSWERS = 12;
const [SHORTEST_HOLD_MS, LONGEST_HOLD_MS] = [200, 1_500];
const always = () => true;
const hasDatabaseLine = ({ databaseLine }: Environment) => databaseLine !== undefined;

const connectionsCut: Fault = {
  name: 'connections cut',
  weight: 4,
  isPossible: always,
  async inject({ line }, random) {
    const share = random.next();
    line.cut(() => random.chance(share));
  },
};

/** Done and committed, but whoever asked never hears of it. */
const answersSwallowed: Fault = {
  name: 'answers swallowed',
  weight: 5,
  isPossible: always,
  async inject({ line }, random) {
    line.swallow(random.between(1, MAX_ANSWERS));
  },
};

const lineHeld: Fault = {
  name: 'line held',
  weight: 1,
  isPossible: always,
  async inject({ line }, random) {
    line.hold(true);
    await pause(random.between(SHORTEST_HOLD_MS, LONGEST_HOLD_MS));
    line.hold(false);
  },
};

const databaseConnectionsCut: Fault = {
  name: 'database connections cut',
  weight: 3,
  isPossible: hasDatabaseLine,
  async inject({ databaseLine }, random) {
    const share = random.next();
    databaseLine?.cut(() => random.chance(share));
  },
};

/** The commit has happened, and the server cannot know whether. */
const commitsUnheard: Fault = {
  name: 'database answers swallowed',
  weight: 3,
  isPossible: hasDatabaseLine,
  async inject({ databaseLine }, random) {
    databaseLine?.swallow(random.between(1, MAX_ANSWERS));
  },
};

export const brokenLines = [
  connectionsCut,
  answersSwallowed,
  lineHeld,
  databaseConnectionsCut,
  commitsUnheard,
];
