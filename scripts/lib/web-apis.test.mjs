import { expect, it } from 'vitest';
import { compileForOldestBrowsers } from './web-apis.mjs';

const tooNew = [
  'document.startViewTransition(() => {});',
  'document.body.moveBefore(document.body, null);',
  'new CloseWatcher();',
  'AbortSignal.any([]);',
  'Promise.withResolvers();',
  'document.body.onscrollend = null;',
];
const everywhere = [
  'new ResizeObserver(() => {}).observe(document.body);',
  'structuredClone(document.body.inert);',
  'AbortSignal.timeout(1);',
  'navigator.locks.query();',
];

it('the page uses nothing that a browser it is built for lacks, and what does is found out', async () => {
  const { output } = await compileForOldestBrowsers([...tooNew, ...everywhere].join('\n'));
  const places = output
    .trim()
    .split('\n')
    .map((line) => line.slice(0, line.indexOf(',')));
  expect(places).toEqual(
    tooNew.map((_, n) => `packages/web/.cache/planted-apis/planted.ts(${n + 1}`),
  );
}, 120_000);
