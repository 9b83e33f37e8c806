import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Route } from '@chat/contract/route';
import { type Plugin, runnerImport } from 'vite';

type Way = Pick<Route, 'name' | 'method' | 'path'>;
type Exported = Route | ((setting: string) => Route);
type Modules = Record<string, Record<string, unknown>>;

const ALL = fileURLToPath(new URL('contract-modules.ts', import.meta.url));

/** Every module of the contract by its path, run once: to run each alone would read what they share once for each. */
async function runContract(): Promise<Modules> {
  const { module } = await runnerImport<{ contractModules: Modules }>(ALL);
  const modules = Object.entries(module.contractModules);
  return Object.fromEntries(
    modules.map(([path, exported]) => [resolve(dirname(ALL), path), exported]),
  );
}

/**
 * The page gets method and path alone of the contract's routes. The schemas beside them, which the server checks every
 * call by, are the page's types and nothing more: building them all took a good part of its start. The forms' schemas
 * and all that both sides run stand in modules without routes; a page that asks a route's module for more fails its
 * build.
 */
export function contractWithoutSchemas(): Plugin {
  let running: Promise<Modules> | undefined;
  return {
    name: 'contract-without-schemas',
    enforce: 'pre',
    watchChange() {
      running = undefined;
    },
    load: {
      filter: { id: /\/contract\/src\/[^/]+\.ts$/ },
      async handler(id) {
        running ??= runContract();
        const routes = Object.entries((await running)[id] ?? {}).filter((entry) =>
          isExportedRoute(entry),
        );
        if (routes.length === 0) return null;
        return routes.map(([name, route]) => `export const ${name} = ${codeOf(route)};`).join('\n');
      },
    },
  };
}

/** A route that is made with one of the server's settings. */
const MADE_WITH_SETTING = 'createUser';

const isExportedRoute = (entry: [string, unknown]): entry is [string, Exported] =>
  entry[0] === MADE_WITH_SETTING || isRoute(entry[1]);

const isRoute = (exported: unknown): boolean =>
  typeof exported === 'object' && exported !== null && 'path' in exported && 'method' in exported;

function codeOf(exported: Exported): string {
  if (typeof exported === 'function') return `() => (${codeOf(exported(''))})`;
  const { name, method, path }: Way = exported;
  return JSON.stringify({ name, method, path });
}
