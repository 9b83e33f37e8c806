import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { contentTypeOf } from '../../shared/media-types.ts';
import type { Storage } from '../../storage/storage.ts';
import { type Archive, type StagedText, safeName } from './archive.ts';
import { exportTexts } from './data-exports.texts.ts';
import type { FileOfMessage } from './person-data.queries.ts';

/** A browser shows so many rows of a page at once without effort. */
const ROWS_A_PAGE = 2_000;
const INDEX = 'index.html';

/** Rows that belong together: a file of JSON, and pages that people read. */
export interface Section<Row> {
  /** The name of its files. */
  name: string;
  title: string;
  /** Some at a time. */
  rows: AsyncIterable<Row[]> | Iterable<Row[]>;
  /** As JSON. */
  present(row: Row): unknown;
  /** Headings of a table; none where each row is an article. */
  headings?: string[];
  /** In markup: the cells of the table, or one article. */
  show(row: Row): string[];
}

interface WrittenSection {
  name: string;
  title: string;
  rows: number;
}

const jsonPath = (name: string) => `json/${name}.json`;
const pagePath = (name: string, page: number) =>
  page === 1 ? `${name}.html` : `${name}-${page}.html`;

/** The pages of a section, one after the other. */
class Pages<Row> {
  readonly #archive: Archive;
  readonly #section: Section<Row>;
  #page = 0;
  #rows = 0;
  #text: StagedText | undefined;

  constructor(archive: Archive, section: Section<Row>) {
    this.#archive = archive;
    this.#section = section;
  }

  async add(row: Row): Promise<void> {
    if (!this.#text || this.#rows === ROWS_A_PAGE) await this.#turn();
    const shown = this.#section.show(row);
    this.#rows++;
    const { headings } = this.#section;
    await this.#text?.write(headings ? tableRow(headings, shown) : shown.join(''));
  }

  async end(): Promise<void> {
    if (!this.#text) await this.#turn();
    if (this.#page === 1 && this.#rows === 0) {
      await this.#text?.write(`<p>${exportTexts.nothing}</p>\n`);
    }
    await this.#close([]);
  }

  async #turn(): Promise<void> {
    const { name, title, headings } = this.#section;
    const next = this.#page + 1;
    if (this.#text) await this.#close([linkTo(pagePath(name, next), exportTexts.next)]);
    const before =
      this.#page === 0 ? [] : [linkTo(pagePath(name, this.#page), exportTexts.previous)];
    this.#page = next;
    this.#rows = 0;
    this.#text = await this.#archive.openText();
    const lead = navigation([linkTo(INDEX, exportTexts.index), ...before]);
    await this.#text.write(pageHead(title, lead) + (headings ? tableHead(headings) : ''));
  }

  async #close(links: string[]): Promise<void> {
    const text = this.#text;
    if (!text) return;
    await text.write(`${this.#section.headings ? TABLE_END : ''}${navigation(links)}${PAGE_END}`);
    await this.#archive.addText(pagePath(this.#section.name, this.#page), text);
  }
}

/** Reads the rows once, and writes both forms of them. */
export async function writeSection<Row>(
  archive: Archive,
  section: Section<Row>,
): Promise<WrittenSection> {
  const { name, title, rows, present } = section;
  const json = await archive.openText();
  const pages = new Pages(archive, section);
  let count = 0;
  await json.write('[');
  for await (const some of rows) {
    for (const row of some) {
      await json.write(`${count === 0 ? '' : ','}\n${JSON.stringify(present(row))}`);
      await pages.add(row);
      count++;
    }
    await archive.pace();
  }
  await json.write('\n]\n');
  await archive.addText(jsonPath(name), json);
  await pages.end();
  return { name, title, rows: count };
}

/** The page that leads to all others. */
export async function writeIndex(
  archive: Archive,
  title: string,
  notes: string[],
  sections: WrittenSection[],
): Promise<void> {
  const index = await archive.openText();
  const lead = notes.map((note) => `<p>${note}</p>`).join('\n');
  const headings = exportTexts.indexHeadings;
  await index.write(pageHead(title, lead) + tableHead(headings));
  for (const { name, title: named, rows } of sections) {
    const page = linkTo(pagePath(name, 1), named);
    const json = linkTo(jsonPath(name), exportTexts.json);
    await index.write(tableRow(headings, [page, String(rows), json]));
  }
  await index.write(TABLE_END + PAGE_END);
  await archive.addText(INDEX, index);
}

/** As a ZIP tells of a file that lies in it. */
export const presentFile = ({ uuid, ...file }: FileOfMessage, path: string | null) => ({
  path,
  ...file,
  mimeType: contentTypeOf({ name: file.name, mediaType: file.mimeType }),
});

interface ListedFile {
  uuid: string;
  path: string;
}

/** The files of messages that were written; their bytes are copied afterwards, one file at a time. */
export class SentFiles {
  readonly #archive: Archive;
  readonly #list: StagedText;

  private constructor(archive: Archive, list: StagedText) {
    this.#archive = archive;
    this.#list = list;
  }

  static async open(archive: Archive): Promise<SentFiles> {
    return new SentFiles(archive, await archive.openText());
  }

  /** Returns its path in the ZIP: no two messages of a `folder` have one `number`. */
  async add(folder: string, number: number, file: { uuid: string; name: string }): Promise<string> {
    const path = `archivos/${folder}${String(number).padStart(6, '0')}-${safeName(file.name)}`;
    await this.#list.write(`${JSON.stringify({ uuid: file.uuid, path } satisfies ListedFile)}\n`);
    return path;
  }

  /** Files that were deleted meanwhile are missing. */
  async copyFrom(storage: Storage): Promise<void> {
    await this.#list.close();
    const lines = createInterface({ input: createReadStream(this.#list.path) });
    for await (const line of lines) {
      const { uuid, path }: ListedFile = JSON.parse(line);
      const stored = await storage.read(uuid);
      if (stored) await this.#archive.addFile(path, stored);
      else await this.#archive.noteMissing(path);
    }
    await rm(this.#list.path);
  }
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as text, whatever stands in it. */
export const html = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/** An address within the ZIP. */
const hrefOf = (path: string): string =>
  path.split('/').map(encodeURIComponent).map(html).join('/');

// Nothing is loaded but pictures that lie beside the page, and nothing runs.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:";
const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 75rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 1rem 0; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: .375rem .75rem .375rem 0; }
th { border-bottom: 2px solid; font-weight: 600; }
td { border-bottom: 1px solid; max-width: 20rem; overflow-wrap: break-word; white-space: pre-line; }
article { max-width: 60rem; border-bottom: 1px solid; padding: .75rem 0; }
article header, .note { opacity: .75; font-size: .875rem; overflow-wrap: anywhere; }
article header strong { font-size: 1rem; }
p { margin: .25rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
blockquote { margin: .25rem 0; padding-inline-start: .75rem; border-inline-start: 3px solid; opacity: .75; }
img { display: block; max-width: min(100%, 24rem); max-height: 20rem; margin: .5rem 0; }
td, tr, article { border-color: color-mix(in srgb, currentColor 20%, transparent); }
p, td, blockquote { unicode-bidi: plaintext; }
a, strong { unicode-bidi: isolate; }
@media (max-width: 45rem) {
  .wide thead { display: none; }
  .wide tr { display: block; border-bottom: 1px solid; padding: .5rem 0; }
  .wide td { display: block; border: 0; max-width: none; overflow-wrap: anywhere; padding: .125rem 0; }
  .wide td::before { content: attr(data-label) ': '; opacity: .75; }
  .wide td:empty { display: none; }
}
@media print { nav { display: none; } }
`;

/** The beginning of a page that needs nothing but itself, in markup. */
const pageHead = (title: string, lead: string): string => `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${html(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${html(title)}</h1>
${lead}
`;

const PAGE_END = '</body>\n</html>\n';

const linkTo = (path: string, text: string): string =>
  `<a href="${hrefOf(path)}">${html(text)}</a>`;

const INLINE = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/;

/** As 1:05. */
function lengthOf(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A message's file: a link, and below it the picture where browsers show one that runs nothing. */
export function showFile(path: string, { name, mimeType, durationMs }: FileOfMessage): string {
  const length = durationMs === null ? '' : ` (${lengthOf(durationMs)})`;
  const link = `<p>${linkTo(path, name)}${length}</p>\n`;
  if (!INLINE.test(mimeType)) return link;
  return `${link}<img loading="lazy" src="${hrefOf(path)}" alt="">\n`;
}

export const showText = (text: string): string => (text === '' ? '' : `<p>${html(text)}</p>\n`);

/** A message: a line about it, then its parts. */
export const showMessage = (about: string[], parts: string[]): string[] => [
  `<article><header>${about.join(' · ')}</header>\n`,
  ...parts,
  '</article>\n',
];

const navigation = (links: string[]): string =>
  links.length === 0 ? '' : `<nav>${links.join(' ')}</nav>\n`;

/** More columns than a phone has room for: there each row is a list of its own. */
const isWide = (headings: string[]) => headings.length > 3;

const tableHead = (headings: string[]): string =>
  `<div class="table"><table${isWide(headings) ? ' class="wide"' : ''}><thead><tr>${headings.map((text) => `<th scope="col">${html(text)}</th>`).join('')}</tr></thead>\n<tbody>\n`;

const TABLE_END = '</tbody></table></div>\n';

/** Cells in markup. */
function tableRow(headings: string[], cells: string[]): string {
  const labelOf = (place: number) =>
    isWide(headings) ? ` data-label="${html(headings[place] ?? '')}"` : '';
  return `<tr>${cells.map((cell, place) => `<td${labelOf(place)}>${cell}</td>`).join('')}</tr>\n`;
}
