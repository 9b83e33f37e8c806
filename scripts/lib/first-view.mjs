import { readFileSync, statSync } from 'node:fs';
import { inRepo } from './root.mjs';

/**
 * @typedef {{ page: string, files: string[], kilobytes: number, isAhead?: boolean }} Budget
 * @typedef {Record<string, { file: string, imports?: string[] }>} Manifest
 */

const layout = 'src/app/layout/main-layout.tsx';

/**
 * Files that must have come before a page can be used, and their most bytes on the wire; `isAhead`: the entry names its
 * files. Later imports count for none of them, such as menus and tooltips, fetched once the page is settled.
 *
 * @type {Budget[]}
 */
const budgets = [
  { page: 'sign-in', files: ['src/pages/auth-login.page.tsx'], kilobytes: 81 },
  {
    page: 'chat',
    files: [layout, 'src/pages/user-groups-chat.page.tsx'],
    kilobytes: 166,
    isAhead: true,
  },
];

// Zod's own name for what every schema is made of stays in the built files.
const SCHEMA = 'ZodObject';

/**
 * Each page is one test: its scripts, compressed as they are served, stay within its budget and build no schemas, and
 * those of the chat are named ahead.
 */
export async function firstViews(folder = inRepo('packages/web/dist')) {
  /** @type {Manifest} */
  const manifest = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8'));
  const entry = readFileSync(`${folder}/index.html`, 'utf8');
  const views = budgets.map(({ page, files, kilobytes, isAhead }) => {
    const scripts = withImports(manifest, ['index.html', ...files]);
    const bytes = scripts.map(({ file }) => compressedSize(folder, file));
    const weight = bytes.reduce((sum, each) => sum + each, 0) / 1000;
    const line = `${page} page: ${weight.toFixed(1)} of ${kilobytes} kB in ${scripts.length} scripts`;
    const namesOf = (/** @type {(file: string) => boolean} */ isMeant) =>
      scripts.filter(({ file }) => isMeant(file)).map(({ name }) => name);
    const schemas = namesOf((file) => holdsSchemas(folder, file));
    const late = isAhead ? namesOf((file) => !entry.includes(file)) : [];
    return { line, problem: problemOf(line, { isHeavy: weight > kilobytes, schemas, late }) };
  });
  const problems = views.flatMap(({ problem }) => problem ?? []);
  return {
    passed: views.length - problems.length,
    failed: problems.length,
    output: problems.join('\n'),
    notes: views.map(({ line }) => line),
  };
}

/**
 * The chunks and all that they import statically; `dynamicImports` come later.
 *
 * @param {Manifest} manifest
 * @param {string[]} names
 */
function withImports(manifest, names) {
  const chunks = new Set(names);
  const scripts = [];
  for (const name of chunks) {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The built page has no ${name}.`);
    scripts.push({ name, file: chunk.file });
    for (const imported of chunk.imports ?? []) chunks.add(imported);
  }
  return scripts;
}

/**
 * @param {string} line
 * @param {{ isHeavy: boolean, schemas: string[], late: string[] }} found
 */
function problemOf(line, { isHeavy, schemas, late }) {
  if (isHeavy) return `Too heavy: ${line}`;
  if (schemas.length > 0) return `Schemas in ${schemas.join(', ')}: ${line}`;
  return late.length > 0 ? `Not named in the entry, ${late.join(', ')}: ${line}` : undefined;
}

/**
 * @param {string} folder
 * @param {string} file
 */
const holdsSchemas = (folder, file) => readFileSync(`${folder}/${file}`, 'utf8').includes(SCHEMA);

/**
 * A file too small to be compressed is served as it is.
 *
 * @param {string} folder
 * @param {string} file
 */
function compressedSize(folder, file) {
  const compressed = statSync(`${folder}/${file}.br`, { throwIfNoEntry: false });
  return (compressed ?? statSync(`${folder}/${file}`)).size;
}
