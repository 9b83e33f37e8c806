import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

// The library's sentinels around an open popup take focus only to pass it on.
const NOT_LOOKED_AT = ['[data-base-ui-focus-guard]'];

const serious = (options: RunOptions): RunOptions => ({ resultTypes: ['violations'], ...options });

/** Where the system paints with colours of its own, contrast is its affair. */
const everyRule = (hasOwnColours: boolean): RunOptions => ({
  rules: {
    'color-contrast': { enabled: hasOwnColours },
    // Off unless it is asked for: what is read on a control must be part of its name.
    'label-content-name-mismatch': { enabled: true },
  },
});

async function run(page: Page, options: RunOptions): Promise<string[]> {
  // It is large: a document is given it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(look, { exclude: NOT_LOOKED_AT, options: serious(options) });
}

/** Runs in the page. */
async function look({ exclude, options }: { exclude: string[]; options: RunOptions }) {
  const { violations } = await window.axe.run({ exclude }, options);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** The serious barriers of what is on the screen. */
export const barriers = (page: Page, hasOwnColours = true): Promise<string[]> =>
  run(page, everyRule(hasOwnColours));

/** Those of the light theme, where the dark one has been looked at: the themes differ in their colours alone. */
export async function barriersInLight(page: Page): Promise<string[]> {
  const before = await paint(page, 'light');
  const found = await run(page, { runOnly: ['color-contrast'] });
  await paint(page, before);
  return found;
}

/** Gives the theme that was there before. */
const paint = (page: Page, theme = 'dark'): Promise<string | undefined> =>
  page.evaluate((name) => {
    const { dataset } = document.documentElement;
    const before = dataset.theme;
    dataset.theme = name;
    return before;
  }, theme);
