// strip-types.mjs INTO PACKAGE…: writes each package's sources, tests apart, as JavaScript into its folder INTO, and
// `lab/company` into the server's, as `company`. Types are taken out and not checked: `npm run check` checks them.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from 'rolldown/utils';
import { inRepo } from './root.mjs';

const [into = '', ...packages] = process.argv.slice(2);

const TEST = /\.test\.ts$|(?:^|[\\/])test[\\/]/;

/** @type {import('rolldown/utils').TransformOptions} */
const options = {
  typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
};

for (const folder of packages) strip(`${folder}/src`, `${folder}/${into}`);
// There the server's other folders lie beside it.
strip('lab/company', `packages/server/${into}/company`, (code) =>
  code.replaceAll('../packages/server/src/', ''),
);

/**
 * @param {string} from
 * @param {string} to
 */
function strip(from, to, finish = (/** @type {string} */ code) => code) {
  const sources = inRepo(from);
  for (const file of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || TEST.test(file)) continue;
    const { code, errors } = transformSync(
      file,
      readFileSync(join(sources, file), 'utf8'),
      options,
    );
    if (errors.length > 0) throw new Error(`${from}/${file}: ${errors[0]?.message}`);
    const written = inRepo(to, file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(written), { recursive: true });
    writeFileSync(written, finish(code));
  }
}
