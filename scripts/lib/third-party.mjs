import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRepo, serverPackages } from './root.mjs';

/**
 * @typedef {{ name?: string, version?: string, license?: string, optional?: boolean, link?: boolean,
 *   dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string> }} Locked
 * @typedef {Record<string, Locked>} Lock By their places, as package-lock.json names them.
 * @typedef {{ place: string, name: string, version: string, licence: string, owner: string }} Part
 */

export const THIRD_PARTY = 'THIRD-PARTY.md';
const PAGE = ['packages/web', 'packages/contract'];
// A start builds the page with these, and nothing of them is in what it builds.
const BUILDERS = ['@vitejs/plugin-react', 'sharp', 'vite'];

/** @returns {Lock} */
export const readLock = (root = inRepo()) =>
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

/**
 * Where a package finds another one: beside it, or further up.
 *
 * @param {Lock} lock
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined}
 */
function placeOf(lock, from, name) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)[^/]*$/, '')) {
    const place = join(folder, 'node_modules', name);
    if (lock[place]) return place;
    if (folder === '') return undefined;
  }
}

/**
 * The places of all that these need to run, down to the last; what is ours is left out.
 *
 * @param {Lock} lock
 * @param {string[]} roots
 */
export function placesBelow(lock, roots) {
  const places = new Set(roots);
  for (const place of places) {
    const { dependencies, optionalDependencies, peerDependencies } = lock[place] ?? {};
    for (const name of Object.keys({
      ...dependencies,
      ...optionalDependencies,
      ...peerDependencies,
    })) {
      const found = placeOf(lock, place, name);
      const isBuilder = place === 'packages/web' && BUILDERS.includes(name);
      if (found && !isBuilder && !lock[found]?.link) places.add(found);
    }
  }
  return [...places].filter((place) => place.includes('node_modules')).sort();
}

/** @param {string} folder */
const licenceFile = (folder) =>
  existsSync(folder) && readdirSync(folder).find((name) => /^licen[cs]e(\.(md|txt))?$/i.test(name));

/** @param {string} place */
function licenceText(place) {
  const file = licenceFile(inRepo(place));
  return file ? readFileSync(inRepo(place, file), 'utf8').replaceAll('\r\n', '\n') : '';
}

/** @param {string} place */
function ownerIn(place) {
  const line = /^\W*(copyright\s+(?:\(c\)|©|\d|the).*)$/im.exec(licenceText(place))?.[1];
  if (line) return line.replace(/ \(https?:.*/, '').trim();
  const { author } = JSON.parse(readFileSync(inRepo(place, 'package.json'), 'utf8'));
  return typeof author === 'string' ? author : (author?.name ?? '');
}

/** Before a package named its licence in one word. @param {string} place */
function olderLicence(place) {
  const { license, licenses } = JSON.parse(readFileSync(inRepo(place, 'package.json'), 'utf8'));
  return license ?? licenses?.[0]?.type ?? 'unknown';
}

/**
 * A package for some machines alone is not installed on all: only the lock file tells of it.
 *
 * @param {Lock} lock
 * @param {string} place
 * @returns {Part}
 */
function partAt(lock, place) {
  const { version = '', license, optional } = lock[place] ?? {};
  return {
    place,
    name: place.replace(/^.*node_modules\//, ''),
    version,
    licence: license ?? (optional ? 'unknown' : olderLicence(place)),
    owner: optional ? '' : ownerIn(place),
  };
}

/** @param {Part} part */
const rowOf = ({ name, version, licence, owner }) =>
  `| [${name}](https://www.npmjs.com/package/${name}/v/${version}) | ${version} | ${licence} | ${owner.replace(/[|<>]/g, ' ').trim()} |`;

/** @param {Part[]} parts */
const tableOf = (parts) =>
  ['| package | version | licence | whose |', '|---|---|---|---|', ...parts.map(rowOf)].join('\n');

// The page goes out as few files, without those of its packages: their licences want their texts beside it.
const TEXTS = [
  { licence: 'MIT', place: 'node_modules/react', from: /^Permission is hereby/m },
  { licence: 'ISC', place: 'node_modules/lucide-react', from: /^Permission to use/m, to: /^---$/m },
  { licence: 'BSD-3-Clause', place: 'node_modules/source-map-js', from: /^Redistribution and/m },
  { licence: 'Apache-2.0', place: 'node_modules/sharp', from: /^ *Apache License/m },
  {
    licence: 'OFL-1.1',
    place: 'node_modules/@fontsource-variable/inter',
    from: /^SIL OPEN FONT LICENSE/m,
  },
];

// These licences ask for no text.
const WITHOUT_TEXT = ['0BSD', 'Unlicense'];

/** A licence's text without whose it is, which the packages under it share. @param {typeof TEXTS[number]} text */
function sectionOf({ licence, place, from, to }) {
  const text = licenceText(place);
  const start = text.search(from);
  if (start < 0) throw new Error(`${place} has another licence than it had`);
  const [shared = ''] = to ? text.slice(start).split(to) : [text.slice(start)];
  return `\n### ${licence}\n\n\`\`\`text\n${shared.replace(/[ \t]+$/gm, '').trim()}\n\`\`\`\n`;
}

/** @param {Lock} lock @param {string[]} roots */
const partsBelow = (lock, roots) => placesBelow(lock, roots).map((place) => partAt(lock, place));

/** The document that lists the work of others in the product. */
export function describeThirdParties(lock = readLock()) {
  const server = partsBelow(lock, serverPackages);
  /** @param {Part} part */
  const isForSome = ({ place }) => lock[place]?.optional === true;
  return `# Third-party software

Made by \`npm run third-party\` from the packages that are installed; \`npm run check\` compares. The list for machines is
an SBOM: \`npm run sbom\`.

## The page

What browsers are given holds parts of these. Their texts stand at the end.

${tableOf(partsBelow(lock, PAGE))}

The pictures of emojis are Google's Noto Emoji, © Google Inc., under Apache-2.0, as \`emoji-datasource-google\` carries
them. The font is Inter, under OFL-1.1. Some icons of \`lucide-react\` come from Feather, © 2013-present Cole Bemis, under
MIT.

## The server

Each package lies in \`node_modules\` with the text of its licence.

${tableOf(server.filter((part) => !isForSome(part)))}

For some machines alone; one of each kind is installed. libvips, which \`@img/sharp-libvips\` holds beside the libraries
that its README names, is a shared library under LGPL-3.0-or-later: it may be replaced by another build.

${tableOf(server.filter(isForSome))}

PostgreSQL inside \`@electric-sql/pglite\` is under the PostgreSQL Licence, © 1996-2026 The PostgreSQL Global Development
Group, © 1994 The Regents of the University of California.

## Texts
${TEXTS.map(sectionOf).join('')}`;
}

/**
 * The problems of the document, a sentence each.
 *
 * @param {string} written
 */
export function findThirdPartyProblems(written, lock = readLock()) {
  const known = [...TEXTS.map(({ licence }) => licence), ...WITHOUT_TEXT];
  const unknown = partsBelow(lock, PAGE).filter(({ licence }) => !known.includes(licence));
  const isCurrent = written === describeThirdParties(lock);
  return [
    ...(isCurrent ? [] : [`${THIRD_PARTY} is not what is installed: npm run third-party`]),
    ...unknown.map(({ name, licence }) => `${name} is under ${licence}, whose text is missing`),
  ];
}
