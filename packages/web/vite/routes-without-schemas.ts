import type { Route } from '@chat/contract/shared/define-route';
import { type Plugin, runnerImport } from 'vite';

type Way = Pick<Route, 'name' | 'method' | 'path'>;
type Exported = Route | ((setting: string) => Route);

/**
 * Of the contract's routes the page gets method and path alone. The schemas, which the server checks every call by, are
 * the page's types and nothing more: building them all took a good part of its start. Forms import theirs themselves.
 */
export function routesWithoutSchemas(): Plugin {
  return {
    name: 'routes-without-schemas',
    enforce: 'pre',
    load: {
      filter: { id: /\/contract\/src\/.+\.routes\.ts$/ },
      async handler(id) {
        const { module } = await runnerImport<Record<string, Exported>>(id);
        return Object.entries(module)
          .map(([name, exported]) => `export const ${name} = ${codeOf(exported)};`)
          .join('\n');
      },
    },
  };
}

function codeOf(exported: Exported): string {
  if (typeof exported === 'function') return `() => (${codeOf(exported(''))})`;
  const { name, method, path }: Way = exported;
  return JSON.stringify({ name, method, path });
}
