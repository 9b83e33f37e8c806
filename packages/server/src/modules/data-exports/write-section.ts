import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { contentTypeOf } from '../../shared/media-types.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Archive, StagedText } from './archive.ts';
import { safeName } from './archive.ts';
import { exportTexts } from './data-exports.texts.ts';
import {
  linkTo,
  navigation,
  PAGE_END,
  pageHead,
  TABLE_END,
  tableHead,
  tableRow,
} from './html-page.ts';
import type { FileOfMessage } from './person-data.queries.ts';

/** A browser shows so many rows of a page at once without effort. */
const ROWS_A_PAGE = 2_000;
export const INDEX = 'index.html';

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

export interface WrittenSection {
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

  /** Gives its path in the ZIP: no two messages of a `folder` have one `number`. */
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
