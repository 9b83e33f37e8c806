import type { Environment } from '../machines/environment.ts';
import { pause } from '../world/patient-client.ts';
import type { Fault } from './fault.ts';

const MAX_ANSWERS = 12;
const [SHORTEST_HOLD_MS, LONGEST_HOLD_MS] = [200, 1_500];
const always = () => true;
const hasDatabaseLink = ({ databaseLink }: Environment) => databaseLink !== undefined;

const connectionsCut: Fault = {
  name: 'connections cut',
  weight: 4,
  isPossible: always,
  async inject({ link }, random) {
    const share = random.next();
    link.cut(() => random.chance(share));
  },
};

/** Done and committed, but the caller never receives the answer. */
const answersSwallowed: Fault = {
  name: 'answers swallowed',
  weight: 5,
  isPossible: always,
  async inject({ link }, random) {
    link.swallow(random.between(1, MAX_ANSWERS));
  },
};

const linkHeld: Fault = {
  name: 'link held',
  weight: 1,
  isPossible: always,
  async inject({ link }, random) {
    link.hold(true);
    await pause(random.between(SHORTEST_HOLD_MS, LONGEST_HOLD_MS));
    link.hold(false);
  },
};

const databaseConnectionsCut: Fault = {
  name: 'database connections cut',
  weight: 3,
  isPossible: hasDatabaseLink,
  async inject({ databaseLink }, random) {
    const share = random.next();
    databaseLink?.cut(() => random.chance(share));
  },
};

/** The commit has happened, and the server cannot know whether. */
const commitsUnheard: Fault = {
  name: 'database answers swallowed',
  weight: 3,
  isPossible: hasDatabaseLink,
  async inject({ databaseLink }, random) {
    databaseLink?.swallow(random.between(1, MAX_ANSWERS));
  },
};

export const brokenLinks = [
  connectionsCut,
  answersSwallowed,
  linkHeld,
  databaseConnectionsCut,
  commitsUnheard,
];
