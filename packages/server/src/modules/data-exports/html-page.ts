import type { FileOfMessage } from './person-data.queries.ts';

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
export const hrefOf = (path: string): string =>
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
export const pageHead = (title: string, lead: string): string => `<!doctype html>
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

export const PAGE_END = '</body>\n</html>\n';

export const linkTo = (path: string, text: string): string =>
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

export const navigation = (links: string[]): string =>
  links.length === 0 ? '' : `<nav>${links.join(' ')}</nav>\n`;

/** More columns than a phone has room for: there each row is a list of its own. */
const isWide = (headings: string[]) => headings.length > 3;

export const tableHead = (headings: string[]): string =>
  `<div class="table"><table${isWide(headings) ? ' class="wide"' : ''}><thead><tr>${headings.map((text) => `<th scope="col">${html(text)}</th>`).join('')}</tr></thead>\n<tbody>\n`;

export const TABLE_END = '</tbody></table></div>\n';

/** Cells in markup. */
export function tableRow(headings: string[], cells: string[]): string {
  const labelOf = (place: number) =>
    isWide(headings) ? ` data-label="${html(headings[place] ?? '')}"` : '';
  return `<tr>${cells.map((cell, place) => `<td${labelOf(place)}>${cell}</td>`).join('')}</tr>\n`;
}
