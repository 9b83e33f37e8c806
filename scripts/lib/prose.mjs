/** @typedef {import('./repo-texts.mjs').Text} Text */

const isProse = /^(?:[A-Z]+\.md|docs\/.+\.md)$/;
const MAX_WIDTH = 120;

/**
 * Lines of the documents that are too wide to be read beside code. Tables, code blocks and where links lead are left out.
 *
 * @param {Text[]} texts
 */
export function findWideLines(texts) {
  return texts.filter(({ file }) => isProse.test(file)).flatMap(wideLines);
}

/** @param {Text} source */
function wideLines({ file, text }) {
  let isCode = false;
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    if (isCode || line.trimStart().startsWith('|')) return [];
    const width = [...withoutLinks(line)].length;
    if (width <= MAX_WIDTH) return [];
    return [`${file}:${index + 1} is ${width} characters wide, ${MAX_WIDTH} at most`];
  });
}

/** @param {string} line */
const withoutLinks = (line) => line.replace(/\]\([^)]*\)/g, ']').replace(/https?:\/\/\S+/g, '');
