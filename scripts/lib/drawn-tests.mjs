import { readdirSync, readFileSync } from 'node:fs';
import { inRepo } from './root.mjs';

/**
 * The tests of a package that draw cases, named from the repository.
 *
 * @param {string} folder
 */
export const drawnTestsIn = (folder) =>
  readdirSync(inRepo(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => readFileSync(inRepo(file), 'utf8').includes("from 'fast-check'"));
