import { setImmediate as nextTurn } from 'node:timers/promises';
import { csvMark, csvSeparator, guardedCell } from '@chat/contract/csv';
import { stringify } from 'csv-stringify/sync';

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
