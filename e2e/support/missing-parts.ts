import type { BrowserContext, Page } from '@playwright/test';

/** The files of the page that come when they are needed, in the hands of a test. */
export interface MissingParts {
  /** From now on these are there again. */
  give(...names: string[]): void;
  /** How many times this one was asked for in vain. */
  refusals(name: string): number;
  /** They are gone though the server is there, as after an upgrade, or the server is away as well. */
  lose(how: 'gone' | 'away'): void;
}

/** Holds back the files whose names begin so, in a context whose page is not open yet. */
export async function missParts(context: BrowserContext, names: string[]): Promise<MissingParts> {
  const missing = new Set(names);
  const refused = new Map<string, number>();
  let how: 'gone' | 'away' | undefined;
  await context.route(/\/assets\/[^/]+\.js$/, (route) => {
    const file = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    const part = [...missing].find((name) => file.startsWith(`${name}-`));
    if (part === undefined) return route.fallback();
    refused.set(part, (refused.get(part) ?? 0) + 1);
    return how === 'gone' ? route.fulfill({ status: 404, body: '' }) : route.abort();
  });
  // By this the page finds out whether the server is there.
  await context.route('**/api/config', (route) =>
    how === 'away' ? route.abort() : route.fallback(),
  );
  return {
    refusals: (name) => refused.get(name) ?? 0,
    give: (...given) => {
      for (const name of given) missing.delete(name);
    },
    lose: (now) => {
      how = now;
    },
  };
}

/** The face in the place of a part that did not come. */
export const partFailure = (page: Page) =>
  page
    .getByRole('dialog', { name: 'No se pudo cargar esta parte' })
    .or(page.getByRole('alert').filter({ hasText: 'No se pudo cargar esta parte' }));
