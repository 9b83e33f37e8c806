import { readFileSync, statSync } from 'node:fs';
import { inRepo } from './root.mjs';

const layout = 'src/app/layout/main-layout.tsx';

/** What must have come before a page can be used, and how heavy it may be on the wire. */
const budgets = [
  { page: 'sign-in', files: ['src/pages/auth-login.page.tsx'], kilobytes: 130 },
  { page: 'chat', files: [layout, 'src/pages/user-groups-chat.page.tsx'], kilobytes: 240 },
];

// Zod's own name for what every schema is made of stays in the built files.
const SCHEMA = 'ZodObject';

/** Each page is one test: its scripts, compressed as they are served, stay within its budget and build no schemas. */
export async function firstViews(folder = inRepo('packages/web/dist')) {
  const manifest = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8'));
  const views = budgets.map(({ page, files, kilobytes }) => {
    const chunks = withImports(manifest, ['index.html', ...files]);
    const bytes = chunks.map((chunk) => compressedSize(folder, manifest[chunk].file));
    const weight = bytes.reduce((sum, each) => sum + each, 0) / 1000;
    const told = `${page} page: ${weight.toFixed(1)} of ${kilobytes} kB in ${chunks.length} scripts`;
    const schemas = chunks.filter((chunk) => holdsSchemas(folder, manifest[chunk].file));
    return { told, problem: problemOf(told, { isHeavy: weight > kilobytes, schemas }) };
  });
  const problems = views.flatMap(({ problem }) => problem ?? []);
  return {
    passed: views.length - problems.length,
    failed: problems.length,
    output: problems.join('\n'),
    notes: views.map(({ told }) => told),
  };
}

/** The chunks and all that they import statically. */
function withImports(manifest, names) {
  const chunks = new Set(names);
  for (const name of chunks) {
    if (!manifest[name]) throw new Error(`The built page has no ${name}.`);
    for (const imported of manifest[name].imports ?? []) chunks.add(imported);
  }
  return [...chunks];
}

function problemOf(told, { isHeavy, schemas }) {
  if (isHeavy) return `Too heavy: ${told}`;
  return schemas.length > 0 ? `Schemas in ${schemas.join(', ')}: ${told}` : undefined;
}

const holdsSchemas = (folder, file) => readFileSync(`${folder}/${file}`, 'utf8').includes(SCHEMA);

// A file too small to be compressed is served as it is.
function compressedSize(folder, file) {
  const compressed = statSync(`${folder}/${file}.br`, { throwIfNoEntry: false });
  return (compressed ?? statSync(`${folder}/${file}`)).size;
}
