// Every CSV of the product is written so, by the server and by the page (rules/import 18).

/** Table programs know by it that the text is UTF-8. */
export const csvMark = '\ufeff';
export const csvSeparator = ';';

/**
 * A table program takes a cell that begins so for something to calculate. A text that begins like a guarded cell is
 * guarded too, so that reading gives it back.
 */
const CALCULATED = /^'*[=+\-@\t\r]/;
const GUARDED = /^'+[=+\-@\t\r]/;

/** A cell as it is written: an apostrophe keeps table programs from calculating. */
export const guardedCell = (text: string): string => (CALCULATED.test(text) ? `'${text}` : text);

/** The text of a cell that `guardedCell` wrote. */
export const plainCell = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);
