import { parseArgs } from 'node:util';

const engineNames = ['embedded', 'postgres', 'cluster'] as const;
/** `cluster`: several processes on PostgreSQL and Redis, behind a proxy. */
export type EngineName = (typeof engineNames)[number];

export interface Options {
  engines: EngineName[];
  /** Sends of one round. */
  sends: number;
  /** Rounds for each engine, every one on fresh data and with a verdict of its own. */
  rounds: number;
  faults: number;
  people: number;
  /** How many of them keep a page open. */
  screens: number;
  /** Sends that one person has under way at a time. */
  workers: number;
  seed: number;
  /** No new round begins after this. */
  minutes: number;
  /** A round that takes longer has got stuck, and fails. */
  roundMinutes: number;
  /** Every other round stands on a small disk of its own, which fills up and loses its power. */
  smallDisk: boolean;
  /** Names of the only faults to draw from; empty: all. */
  only: string[];
  json: string | undefined;
}

const short = { sends: '300', rounds: '1', faults: '5', people: '4', screens: '4', workers: '4' };
/** Each start of the server takes a second or two: these show most for the time. */
const shortFaults =
  'server killed,answers swallowed,connections cut,PostgreSQL killed,database answers swallowed';
const whole = {
  sends: '20000',
  rounds: '1',
  faults: '40',
  people: '12',
  screens: '12',
  workers: '4',
};

const help = `npm run torture -- [options]      each also as TORTURE_<NAME> in the environment

Starts the built server on data of its own, first on the embedded engine, then on a throw-away PostgreSQL, lets many
people write, breaks things at random, and counts at the end whether anything was lost, doubled or shown wrongly.

  --engines embedded,postgres   which engines; 'cluster' is three processes on PostgreSQL and Redis behind a proxy
  --sends ${whole.sends}                 sends in a round
  --rounds ${whole.rounds}                    rounds for each engine, each on fresh data
  --faults ${whole.faults}                   faults in a round, spread over its sends
  --people ${whole.people}                   people, in groups of four
  --screens ${whole.screens}                  how many of them keep a page open
  --workers ${whole.workers}                   sends one person has under way at a time
  --minutes 60                  no new round begins after this
  --seed <number>               repeats the draws of an earlier run (it is printed)
  --only "server killed,…"      draws from these faults alone, by the names in the report
  --no-small-disk               never fills a disk nor cuts its power (both need the right to mount one)
  --json <file>                 where the figures go (test-results/torture.json)
  --short                       the small run that is part of npm test
  --help`;

const flags = {
  engines: { type: 'string' },
  sends: { type: 'string' },
  rounds: { type: 'string' },
  faults: { type: 'string' },
  people: { type: 'string' },
  screens: { type: 'string' },
  workers: { type: 'string' },
  minutes: { type: 'string' },
  seed: { type: 'string' },
  json: { type: 'string' },
  only: { type: 'string' },
  short: { type: 'boolean' },
  help: { type: 'boolean' },
  'no-small-disk': { type: 'boolean' },
} as const;

/** The options of the command line; undefined once help is printed. Throws for options that make no sense. */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options | undefined {
  const { values } = parseArgs({ args, options: flags });
  if (values.help) {
    console.log(help);
    return undefined;
  }
  const defaults = values.short ? short : whole;
  const asked = (name: 'minutes' | 'seed' | keyof typeof whole, otherwise: string): number => {
    const given = values[name] ?? env[`TORTURE_${name.toUpperCase()}`] ?? otherwise;
    if (!/^\d+$/.test(given)) throw new Error(`--${name} takes a whole number, not ${given}`);
    return Number(given);
  };
  return {
    engines: enginesOf(values.engines ?? env.TORTURE_ENGINES ?? 'embedded,postgres'),
    sends: asked('sends', defaults.sends),
    rounds: asked('rounds', defaults.rounds),
    faults: asked('faults', defaults.faults),
    people: Math.max(2, asked('people', defaults.people)),
    screens: asked('screens', defaults.screens),
    workers: asked('workers', defaults.workers),
    minutes: asked('minutes', '60'),
    seed: asked('seed', String(Math.floor(Math.random() * 2 ** 31))),
    smallDisk: !(values['no-small-disk'] || values.short),
    only: (values.only ?? env.TORTURE_ONLY ?? (values.short ? shortFaults : ''))
      .split(',')
      .filter(Boolean),
    roundMinutes: values.short ? 8 : 60,
    json: values.json ?? env.TORTURE_JSON,
  };
}

function enginesOf(given: string): EngineName[] {
  return given.split(',').map((name) => {
    const known = engineNames.find((one) => one === name);
    if (!known) throw new Error(`No engine ${name}`);
    return known;
  });
}
