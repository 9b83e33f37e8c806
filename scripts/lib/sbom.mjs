import { readFileSync } from 'node:fs';
import { inRepo, serverPackages } from './root.mjs';
import { run } from './run.mjs';
import { placesBelow, readLock } from './third-party.mjs';

/**
 * @typedef {{ 'bom-ref': string }} Component
 * @typedef {{ ref: string, dependsOn: string[] }} Dependency
 */

const OURS = [...serverPackages, 'packages/web'];

/** As npm names components. */
function wantedRefs() {
  const lock = readLock();
  return [...OURS, ...placesBelow(lock, OURS)].map((place) => {
    const { name = place.replace(/^.*node_modules\//, ''), version } = lock[place] ?? {};
    return `${name}@${version}`;
  });
}

/**
 * The packages of a release, by npm's own account of the locked packages, as CycloneDX. Its \`--omit dev\` leaves out
 * what is needed to run by one workspace and to develop by another one, so that what a release needs is chosen here.
 *
 * @returns {Promise<{ version: string, text: string }>}
 */
export async function describeParts() {
  const { name, version } = JSON.parse(readFileSync(inRepo('package.json'), 'utf8'));
  const workspaces = OURS.flatMap((one) => ['--workspace', one]);
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', ...workspaces];
  const { code, output } = await run('npm', args);
  if (code !== 0) throw new Error(output);
  const made = JSON.parse(output);
  const refs = new Set([made.metadata.component['bom-ref'], ...wantedRefs()]);
  /** @type {Component[]} */
  const all = made.components;
  const components = all.filter((component) => refs.has(component['bom-ref']));
  /** @type {Dependency[]} */
  const dependencies = made.dependencies
    .filter((/** @type {Dependency} */ { ref }) => refs.has(ref))
    .map((/** @type {Dependency} */ { ref, dependsOn }) => ({
      ref,
      dependsOn: dependsOn.filter((one) => refs.has(one)),
    }));
  // npm calls it by the folder that it lies in.
  Object.assign(made.metadata.component, { name, type: 'application' });
  const text = JSON.stringify({ ...made, components, dependencies }, null, 2);
  return { version, text: `${text}\n` };
}
