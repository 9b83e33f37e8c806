import { placeOf } from './repo-texts.mjs';

/** @typedef {import('./repo-texts.mjs').Text} Text */

// Migrations never change.
const isCode = /^(?!.*\/(?:migrations\/|schema\.sql)).*\.(?:mjs|ts|tsx|css|sql)$/;

// Strings come first, so that a comment's signs within them begin none.
const COMMENT =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?:^|[\s{(])((?:\/\/|--) .*(?:\n[ \t]*(?:\/\/|--) .*)*|\/\*[\s\S]*?\*\/)/gm;

/** A newcomer meets the subject first: a sentence of a comment begins with the thing that it is about. */
const BEGINNING =
  /(?:^|[.:!?] )((?:Of|What|Whose|Who|Which|It|They|Those|The same|So (?:many|few|much|long)) |As `)/g;

/**
 * Sentences of comments that begin without their subject.
 *
 * @param {Text[]} texts
 */
export function findHeadlessSentences(texts) {
  return texts
    .filter(({ file }) => isCode.test(file))
    .flatMap((source) =>
      [...source.text.matchAll(COMMENT)].flatMap(({ 0: whole, 1: comment, index }) =>
        comment === undefined
          ? []
          : sentencesOf(comment).map(
              (sentence) =>
                `${placeOf(source, index + whole.indexOf(comment))}: “${sentence}…” begins without its subject`,
            ),
      ),
    );
}

/** @param {string} comment */
function sentencesOf(comment) {
  const text = comment
    .replace(/^[ \t]*(?:\/\/|--|\/?\*+\/?)[ \t]?|\*\/$/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  return [...text.matchAll(BEGINNING)].map(({ index }) =>
    text
      .slice(index)
      .replace(/^[.:!?] /, '')
      .split(' ')
      .slice(0, 5)
      .join(' '),
  );
}
