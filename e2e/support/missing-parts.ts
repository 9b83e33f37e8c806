import type { BrowserContext, Page } from '@playwright/test';

/** Page files that load on demand; the test decides whether they arrive. */
export interface MissingParts {
  /** From now on these files load again. */
  give(...names: string[]): void;
  /** The number of refused requests for this file. */
  refusals(name: string): number;
  /**
   * How the files are missing: `gone` while the server runs, as after an upgrade, or `away` together with the server.
   */
  lose(how: 'gone' | 'away'): void;
}

/** Holds back files whose names begin with one of `names`; call before the context has a page. */
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
  // The page asks for this route to find out whether the server is there.
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

/** The message in place of a part that did not load. */
export const partFailure = (page: Page) =>
  page
    .getByRole('dialog', { name: 'No se pudo cargar esta parte' })
    .or(page.getByRole('alert').filter({ hasText: 'No se pudo cargar esta parte' }));
