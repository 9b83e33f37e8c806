import { firstViews } from './first-view.mjs';
import { drawnTests, gateBrowserTests } from './test-files.mjs';
import {
  browserTests,
  chromiumTests,
  codeChecks,
  deploymentFiles,
  installations,
  serverTests,
  serverTestsOnEmbedded,
  shortTorture,
  shortTortureOfCluster,
  testsUnderDate,
  vitest,
} from './test-steps.mjs';

/**
 * @typedef {import('./totals.mjs').Step} Step
 * @typedef {{ about: string, needs: string, minutes: number, steps: (Step | Step[][])[] }} Part
 */

/**
 * A date can change these.
 *
 * @type {Step[]}
 */
export const datedSteps = [
  ['Contract and page', () => vitest(['contract', 'web'], { part: 'gate' })],
  ['Server', () => serverTests('gate')],
];

// Two ends of a day, a Sunday and the Monday after it, both changes of the summer time in Europe, the ends of a short
// month and of a year.
const dates = [
  '2026-12-02 23:58:00',
  '2026-12-03 00:03:00',
  '2026-12-06 12:00:00',
  '2026-12-07 12:00:00',
  '2027-03-28 00:59:00',
  '2026-10-25 00:59:00',
  '2027-02-28 23:58:00',
  '2026-12-31 23:58:00',
];

/**
 * The parts of `npm run test:all`, the gate first: `npm test` runs that one alone. Minutes are those of two quiet cores.
 *
 * @type {Record<string, Part>}
 */
export const parts = {
  gate: {
    about: 'every rule that can be proved soon, once, at the cheapest place',
    needs: 'PostgreSQL, Redis, Chromium, promtool',
    minutes: 8,
    steps: [
      ['Types, lint, import rules, dead code', codeChecks],
      ['Weight of the first view', firstViews],
      [
        'Contract, page and scripts',
        () => vitest(['contract', 'web', 'scripts'], { part: 'gate' }),
      ],
      ['Server', () => serverTests('gate')],
      ['Embedded engine', () => vitest(['engine'], { part: 'gate' })],
      ['Deployment files and alerts', deploymentFiles],
      ['Page in Chromium', () => chromiumTests(gateBrowserTests)],
    ],
  },
  attacks: {
    about: 'what strangers and colleagues cannot hold up',
    needs: 'PostgreSQL',
    minutes: 1,
    steps: [['Floods, hostile files and costs', () => serverTests('attacks')]],
  },
  processes: {
    about: 'several processes, Redis and what they wait for',
    needs: 'PostgreSQL, Redis',
    minutes: 2,
    steps: [['Several processes', () => serverTests('processes')]],
  },
  engines: {
    about: 'what the embedded engine can change, and cases drawn at random',
    needs: 'PostgreSQL',
    minutes: 4,
    steps: [
      ['Server on the embedded engine', () => serverTestsOnEmbedded('engines')],
      ['Properties on PostgreSQL', () => serverTests('properties')],
      [
        'Properties of the contract and the page',
        () => vitest(['contract', 'web'], { files: drawnTests }),
      ],
    ],
  },
  installations: {
    about: 'releases, proxies, backups, moves and upgrades, as the documents make them',
    needs: 'PostgreSQL, nginx, Caddy, podman, systemd-nspawn, and the tools of backups',
    minutes: 4,
    steps: [
      ['Backups, moves and upgrades', () => serverTests('installations')],
      ['Installations', installations],
    ],
  },
  faults: {
    about: 'kills, outages and full disks, and faults drawn at random while people write',
    needs: 'PostgreSQL, Redis, nginx',
    minutes: 3,
    steps: [
      ['Kills, outages and full disks', () => serverTests('faults')],
      ['Faults while people write', shortTorture],
      ['Faults in a cluster of three processes', shortTortureOfCluster],
    ],
  },
  browsers: {
    about: 'the page in Chromium, and its short set in Firefox and WebKit',
    needs: 'Chromium, Firefox, WebKit',
    minutes: 20,
    steps: [['Browser tests', browserTests]],
  },
  dates: {
    about: "the gate's server, contract and page tests under other clocks",
    needs: 'PostgreSQL, Redis, faketime',
    minutes: 45,
    steps: dates.map((date) => [date, () => testsUnderDate(date)]),
  },
};
