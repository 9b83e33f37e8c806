import { expect, type Page } from '@playwright/test';
import { type Look, walkAdministration, walkChats } from './support/every-view.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { type LongCompany, registerLongCompany } from './support/long-company.ts';
import { signedIn } from './support/people.ts';
import { administrator } from './support/server.ts';
import { test } from './support/test.ts';

const sizes = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];

let company: LongCompany;

test.beforeAll(async ({ server, administration }) => {
  company = await registerLongCompany(server.url, administration);
});

/** What stands behind a dialog has been told of before. */
function lookOn(page: Page): Look {
  const told = new Set<string>();
  return async (view) => {
    const flaws = (await layoutFlaws(page)).filter((flaw) => !told.has(flaw));
    for (const flaw of flaws) told.add(flaw);
    expect.soft(flaws, view).toEqual([]);
  };
}

for (const size of sizes) {
  test(`in the administration the longest values fit at ${size.width} px`, async ({
    browser,
    server,
  }) => {
    test.slow();
    const page = await signedIn(browser, server.url, administrator);
    await page.setViewportSize(size);
    await walkAdministration(page, company, lookOn(page));
  });

  test(`in chats the longest values fit at ${size.width} px`, async ({ browser, server }) => {
    test.slow();
    const page = await signedIn(browser, server.url, company.viewer);
    await page.setViewportSize(size);
    await walkChats(page, company, lookOn(page));
  });
}
