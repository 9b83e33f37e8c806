import { readFileSync, statSync } from 'node:fs';
import { inRepo } from './root.mjs';

const layout = 'src/app/layout/main-layout.tsx';

/**
 * What must have come before a page can be used, and how heavy it may be on the wire; `isAhead`: the entry names its files.
 * What is imported later on counts for none of them, such as menus and tooltips, fetched once the page is settled.
 */
const budgets = [
  { page: 'sign-in', files: ['src/pages/auth-login.page.tsx'], kilobytes: 130 },
  {
    page: 'chat',
    files: [layout, 'src/pages/user-groups-chat.page.tsx'],
    kilobytes: 195,
    isAhead: true,
  },
];

// Zod's own name for what every schema is made of stays in the built files.
const SCHEMA = 'ZodObject';

/** Each page is one test: its scripts, compressed as they are served, stay within its budget and build no schemas, and those of the chat are named ahead. */
export async function firstViews(folder = inRepo('packages/web/dist')) {
  const manifest = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8'));
  const entry = readFileSync(`${folder}/index.html`, 'utf8');
  const views = budgets.map(({ page, files, kilobytes, isAhead }) => {
    const chunks = withImports(manifest, ['index.html', ...files]);
    const bytes = chunks.map((chunk) => compressedSize(folder, manifest[chunk].file));
    const weight = bytes.reduce((sum, each) => sum + each, 0) / 1000;
    const told = `${page} page: ${weight.toFixed(1)} of ${kilobytes} kB in ${chunks.length} scripts`;
    const schemas = chunks.filter((chunk) => holdsSchemas(folder, manifest[chunk].file));
    const late = isAhead ? chunks.filter((chunk) => !entry.includes(manifest[chunk].file)) : [];
    return { told, problem: problemOf(told, { isHeavy: weight > kilobytes, schemas, late }) };
  });
  const problems = views.flatMap(({ problem }) => problem ?? []);
  return {
    passed: views.length - problems.length,
    failed: problems.length,
    output: problems.join('\n'),
    notes: views.map(({ told }) => told),
  };
}

/** The chunks and all that they import statically; `dynamicImports` come later. */
function withImports(manifest, names) {
  const chunks = new Set(names);
  for (const name of chunks) {
    if (!manifest[name]) throw new Error(`The built page has no ${name}.`);
    for (const imported of manifest[name].imports ?? []) chunks.add(imported);
  }
  return [...chunks];
}

function problemOf(told, { isHeavy, schemas, late }) {
  if (isHeavy) return `Too heavy: ${told}`;
  if (schemas.length > 0) return `Schemas in ${schemas.join(', ')}: ${told}`;
  return late.length > 0 ? `Not named in the entry, ${late.join(', ')}: ${told}` : undefined;
}

const holdsSchemas = (folder, file) => readFileSync(`${folder}/${file}`, 'utf8').includes(SCHEMA);

// A file too small to be compressed is served as it is.
function compressedSize(folder, file) {
  const compressed = statSync(`${folder}/${file}.br`, { throwIfNoEntry: false });
  return (compressed ?? statSync(`${folder}/${file}`)).size;
}
