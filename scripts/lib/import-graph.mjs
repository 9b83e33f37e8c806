import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { parseSync } from 'oxc-parser';

const isSource = (name) => /\.tsx?$/.test(name) && !/\.(test|spec)\.tsx?$|\.d\.ts$/.test(name);

/** The paths of a folder's sources from there, tests left out. */
export const sourcesWithin = (folder) => readdirSync(folder, { recursive: true }).filter(isSource);

function specifiersOf(path, text) {
  const { module } = parseSync(path, text);
  const known = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)]
    .map(({ moduleRequest }) => moduleRequest?.value)
    .filter((value) => value !== undefined);
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start, end).replace(/^['"`]|['"`]$/g, ''),
  );
  return new Set([...known, ...dynamic]);
}

/** What the sources of a folder import of each other by relative paths, tests left out: `{ from, to }`, both from that folder. */
export function importsWithin(folder) {
  return sourcesWithin(folder).flatMap((file) => {
    const path = join(folder, file);
    return [...specifiersOf(path, readFileSync(path, 'utf8'))]
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => ({
        from: file,
        to: relative(folder, normalize(join(dirname(path), specifier))),
      }));
  });
}
