import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe & { _audit: { rules: { id: string; impact: string }[] } };
  }
}

// The library's sentinels around an open popup take the focus only to pass it on.
const NOT_LOOKED_AT = ['[data-base-ui-focus-guard]'];

const serious = (options: RunOptions): RunOptions => ({ resultTypes: ['violations'], ...options });

/** With the system's own colours, contrast is the system's responsibility. */
const everyRule = (hasOwnColours: boolean): RunOptions => ({
  rules: {
    'color-contrast': { enabled: hasOwnColours },
    // The rule is off by default: a control's visible text must be part of its name.
    'label-content-name-mismatch': { enabled: true },
  },
});

async function run(page: Page, options: RunOptions): Promise<string[]> {
  // axe is large, so each document loads it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(look, { exclude: NOT_LOOKED_AT, options: serious(options) });
}

/** Runs in the page. A breach has the impact of its rule, so rules of a lesser impact would be tried for nothing. */
async function look({ exclude, options }: { exclude: string[]; options: RunOptions }) {
  const lesser = window.axe._audit.rules.filter(({ impact }) => /minor|moderate/.test(impact));
  const untried = Object.fromEntries(lesser.map(({ id }) => [id, { enabled: false }]));
  const rules = { ...options.rules, ...untried };
  const { violations } = await window.axe.run({ exclude }, { ...options, rules });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** The serious accessibility barriers on the screen. */
export const barriers = (page: Page, hasOwnColours = true): Promise<string[]> =>
  run(page, everyRule(hasOwnColours));

/** Barriers of the light theme, after a look at the dark theme: the themes differ only in their colours. */
export async function barriersInLight(page: Page): Promise<string[]> {
  const before = await paint(page, 'light');
  const found = await run(page, { runOnly: ['color-contrast'] });
  await paint(page, before);
  return found;
}

/** Expects no serious barrier in either theme. */
export async function noBarriers(page: Page): Promise<void> {
  expect(await barriers(page)).toEqual([]);
  expect(await barriersInLight(page)).toEqual([]);
}

/** Sets the theme, and returns the theme that was set before. */
const paint = (page: Page, theme = 'dark'): Promise<string | undefined> =>
  page.evaluate((name) => {
    const { dataset } = document.documentElement;
    const before = dataset.theme;
    dataset.theme = name;
    return before;
  }, theme);
