import { readFileSync } from 'node:fs';
import { required } from '@chat/contract/checks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { gatherCast, sendText } from '../../test/cast.ts';

const MONITORING = new URL('../../../../deploy/monitoring/', import.meta.url);
const rules = readFileSync(new URL('chat.rules.yml', MONITORING), 'utf8');
const dashboard = readFileSync(new URL('grafana-dashboard.json', MONITORING), 'utf8');

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

const ofRules = [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expr]) => required(expr, 'expr'));
const { panels }: Dashboard = JSON.parse(dashboard);
const ofDashboard = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

let app: TestApp;
let figures: string;
beforeAll(async () => {
  app = await startApp();
  const { ana, ventasChat } = await gatherCast(app);
  await sendText(ana, ventasChat, 'Hola');
  figures = await (await fetch(`${app.url}/api/metrics`)).text();
});
afterAll(() => app.close());

// Prometheus itself adds this series for every target.
const OF_PROMETHEUS = ['up'];
const WORDS = ['and', 'or', 'offset'];
// Names of labels follow these keywords.
const LABELS = /\b(by|without|ignoring|on) \([^)]*\)/g;

/** The names of series in an expression: names that are neither functions, keywords nor labels. */
function seriesOf(expr: string): string[] {
  const bare = expr.replace(/\{[^}]*\}|\[[^\]]*\]|\boffset \w+/g, '').replace(LABELS, '');
  const names = [...bare.matchAll(/\b[a-zA-Z_]\w*\b(?!\s*\()/g)].map(([name]) => name);
  return names.filter((name) => !WORDS.includes(name));
}

const labelsOf = (expr: string, label: string) =>
  [...expr.matchAll(new RegExp(`\\b${label}="([^"]+)"`, 'g'))].map(([, value]) =>
    required(value, 'value'),
  );

const isServed = (name: string) => new RegExp(`^${name}[ {]`, 'm').test(figures);

test('there are rules and panels to speak of', () => {
  expect(ofRules.length).toBe(rules.match(/- alert:/g)?.length);
  expect(ofRules.length).toBeGreaterThan(8);
  expect(ofDashboard.length).toBeGreaterThan(15);
});

test('a name that the server does not tell is found out', () => {
  const [known, unknown] = seriesOf('sum by (le) (rate(chat_sockets{a="b"}[5m])) > chat_nothing');
  expect([known, unknown]).toEqual(['chat_sockets', 'chat_nothing']);
  expect(isServed(required(known, 'known'))).toBe(true);
  expect(isServed(required(unknown, 'unknown'))).toBe(false);
});

test.each([...ofRules, ...ofDashboard])('the server tells every figure of %s', (expr) => {
  const names = seriesOf(expr);
  expect(names).not.toEqual([]);
  expect(names.filter((name) => !OF_PROMETHEUS.includes(name) && !isServed(name))).toEqual([]);
});

test('every figure of the chat has its line in the dashboard', () => {
  const served = [...figures.matchAll(/^# TYPE (chat_\w+) (\w+)$/gm)];
  expect(served.length).toBeGreaterThan(15);
  const shown = new Set(ofDashboard.flatMap(seriesOf));
  const missing = served.filter(([, name, type]) =>
    type === 'histogram' ? !shown.has(`${name}_bucket`) : !shown.has(`${name}`),
  );
  expect(missing.map(([, name]) => name)).toEqual([]);
});

test('every value of a label that is asked for is one that the server tells', () => {
  const all = [...ofRules, ...ofDashboard].join('\n');
  for (const label of ['kind', 'state', 'queue', 'part', 'by']) {
    for (const value of new Set(labelsOf(all, label))) {
      expect(figures).toContain(`${label}="${value}"`);
    }
  }
});

test('each alert says what to do', () => {
  const alerts = rules.split('- alert: ').slice(1);
  const silent = alerts.filter((alert) => !/^ +action: \S.{30,}$|^ +action: >-$/m.test(alert));
  expect(silent).toEqual([]);
});

test('every route and event that is asked for is one that the server counts', () => {
  const all = [...ofRules, ...ofDashboard].join('\n');
  for (const route of new Set(labelsOf(all, 'route'))) {
    expect(figures).toContain(`route="${route}"`);
  }
  for (const event of new Set(labelsOf(all, 'event'))) {
    expect(figures).toContain(`{event="${event}"}`);
  }
});
