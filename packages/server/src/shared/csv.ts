import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { csvMark, csvSeparator, guardedCell, plainCell } from '@chat/contract/csv';
import { CsvError, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';

/** Why a file is no table of this kind; `row` counts as a table program does. */
export class CsvFault extends Error {
  readonly kind: 'encoding' | 'quotes' | 'columns' | 'rows';
  readonly row: number;

  constructor(kind: CsvFault['kind'], row = 1) {
    super(`${kind} in row ${row}`);
    this.kind = kind;
    this.row = row;
  }
}

export interface CsvRow {
  /** The header is row 1; empty rows count. */
  row: number;
  /** The cells of the columns that were picked; an absent one is empty. */
  cells: string[];
  /** The row has more cells than the header. */
  isTooLong: boolean;
}

interface Reading {
  maxRows: number;
  maxColumns: number;
  /** Picks columns of the header, or throws. */
  pick: (header: string[]) => number[];
}

// A table program leaves empty rows behind; so many for each row that counts are looked at.
const EMPTY_FOR_EACH = 10;
// A quoted cell that never ends is found out by its length.
const MAX_ROW_BYTES = 32_768;
// Bytes that are read at one go, in a few milliseconds; others are served in between.
const SLICE_BYTES = 16_384;
const QUOTE = '"';

/** Windows-1252 for bytes that are no UTF-8; a table program writes one of both. */
function encodingOf(bytes: Buffer): string {
  // UTF-16, archives and programs have bytes that no text has.
  if (bytes.includes(0) || /^(?:\xff\xfe|\xfe\xff)/.test(bytes.toString('latin1', 0, 2))) {
    throw new CsvFault('encoding');
  }
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** The separator that stands more often in the header, apart from what is quoted. */
function separatorOf(text: string): string {
  let [semicolons, commas, isQuoted] = [0, 0, false];
  for (const sign of text) {
    if (sign === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === csvSeparator) semicolons++;
    else if (sign === ',') commas++;
    else if (sign === '\n' || sign === '\r') break;
  }
  return semicolons >= commas ? csvSeparator : ',';
}

async function* slicesOf(bytes: Buffer, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    yield decoder.decode(bytes.subarray(at, at + SLICE_BYTES), { stream: true });
    await nextTurn();
  }
  yield decoder.decode();
}

const isEmpty = (cells: string[]) => cells.every((cell) => cell.trim() === '');

function explain(error: unknown): unknown {
  return error instanceof CsvError ? new CsvFault('quotes', Number(error.records ?? 0) + 1) : error;
}

/** Reads a CSV file of `,` or `;` without holding anybody up; throws CsvFault for what is none. */
export async function readCsv(path: string, reading: Reading): Promise<CsvRow[]> {
  const bytes = await readFile(path);
  const encoding = encodingOf(bytes);
  const head = new TextDecoder(encoding).decode(bytes.subarray(0, SLICE_BYTES));
  const source = Readable.from(slicesOf(bytes, encoding));
  const parser = source.pipe(
    parse({
      delimiter: separatorOf(head),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: MAX_ROW_BYTES,
    }),
  );
  try {
    return await takeRows(parser, reading);
  } catch (error) {
    throw explain(error);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

async function takeRows(
  records: AsyncIterable<string[]>,
  { maxRows, maxColumns, pick }: Reading,
): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  let row = 0;
  let columns: number[] = [];
  let width = 0;
  for await (const cells of records) {
    row++;
    if (row === 1) {
      if (cells.length > maxColumns) throw new CsvFault('columns');
      columns = pick(cells.map(plainCell));
      width = cells.length;
    } else if (!isEmpty(cells)) {
      const picked = columns.map((column) => plainCell(cells[column] ?? ''));
      rows.push({ row, cells: picked, isTooLong: cells.length > width });
    }
    if (rows.length > maxRows || row > maxRows * EMPTY_FOR_EACH) throw new CsvFault('rows', row);
  }
  return rows;
}

// Rows that are written at one go; others are served in between.
const AT_ONCE = 500;

const written = (rows: string[][]): string =>
  stringify(
    rows.map((cells) => cells.map(guardedCell)),
    // The library itself quotes nothing but a whole CRLF.
    { delimiter: csvSeparator, record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );

/** A CSV as table programs of Spanish computers open it, piece by piece (rules/import 18). */
export async function* writeCsv(
  header: readonly string[],
  parts: AsyncIterable<string[][]>,
): AsyncGenerator<string> {
  yield csvMark + written([[...header]]);
  for await (const rows of parts) {
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      yield written(rows.slice(at, at + AT_ONCE));
      await nextTurn();
    }
  }
}
