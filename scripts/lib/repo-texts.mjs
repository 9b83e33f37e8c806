import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const leftOut =
  /^(node_modules|dist|data|(demo|seed)-data|coverage|(test|bench)-results|\..*|package-lock\.json)$/;
const isText = /\.(css|html|js|json|md|mjs|py|sh|sql|ts|tsx|ya?ml)$/;

/** Every written file below a folder, as `{ file, text }`, named from there; nothing that is built or installed. */
export function readTexts(root) {
  return list(root, '').map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

function list(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !leftOut.test(name))
    .flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) return list(root, path);
      return isText.test(entry.name) ? [path] : [];
    });
}

/** Where a match stands, as people and editors name it. */
export function placeOf({ file, text }, index) {
  return `${file}:${text.slice(0, index).split('\n').length}`;
}
