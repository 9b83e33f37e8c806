/** What is longer is a text, and not looked through. */
const LONGEST_HTML = 20_000;
const LONGEST_NAMES = 4_000;

/**
 * The file in what is pasted (rules/composer 14). Office programs copy a picture of their text along with it: then the
 * text is meant. File managers copy a file's name or path along with the file: then the file is.
 */
export function pastedFile(data: DataTransfer): File | undefined {
  const [file] = data.files;
  if (!file?.type.startsWith('image/')) return file;
  const text = data.getData('text/plain').trim();
  if (text === '') return file;
  // No file manager formats the names of its files.
  if (hasText(data.getData('text/html'))) return undefined;
  return namesFiles(text, [...data.files]) ? file : undefined;
}

function hasText(html: string): boolean {
  if (html.length > LONGEST_HTML) return true;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const hidden of body.querySelectorAll('style, script, title')) hidden.remove();
  return body.textContent.trim() !== '';
}

/** Linux writes what is to be done with the files above their paths. */
const ORDERS = new Set(['x-special/nautilus-clipboard', 'copy', 'cut']);
const PATH = /^(?:file:|https?:\/\/\S+$|\/|~\/|[a-z]:\\|\\\\)/i;
const PICTURE = /\.(?:png|jpe?g|gif|webp|bmp|svg|avif|heic|tiff?)$/i;
const ENDING = /\.[^.]*$/;

function namesFiles(text: string, files: File[]): boolean {
  if (text.length > LONGEST_NAMES) return false;
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !ORDERS.has(line));
  const names = new Set(files.flatMap(({ name }) => [bare(name), bare(name).replace(ENDING, '')]));
  const isName = (line: string) =>
    names.has(bare(line)) || (PICTURE.test(line) && (lines.length === 1 || PATH.test(line)));
  return lines.length > 0 && lines.every(isName);
}

/** The name at the end of a path or address. Different systems write the same letters differently. */
function bare(path: string): string {
  const name = path.replace(/^.*[\\/]/s, '');
  return (path.startsWith('file:') ? decoded(name) : name).normalize();
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
