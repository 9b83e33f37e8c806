import { Fragment, type ReactNode } from 'react';
import styles from './with-breaks.module.css';

/** A word longer than this is broken anywhere; it must not decide how wide a column is. */
const LONG = 24;
const PIECE = 8;

/** An address is broken where one would say it in parts: before its @ and its dots. */
const parts = (word: string) =>
  word.includes('@') ? word.split(/(?<=[^.@])(?=[.@][^.@\s])/u) : [word];

const pieces = (part: string) =>
  part.length > LONG ? (part.match(new RegExp(`.{1,${PIECE}}`, 'gsu')) ?? []) : [part];

/** A text with places to break its e-mails and its very long words; the text itself stays as it is. */
export function withBreaks(text: string): ReactNode {
  if (!text.includes('@') && text.length <= LONG) return text;
  const broken = text.split(/(?<=\s)(?=\S)/u).flatMap((word) => {
    const [first = '', ...rest] = parts(word).flatMap(pieces);
    return [{ part: first, isBroken: false }, ...rest.map((part) => ({ part, isBroken: true }))];
  });
  if (!broken.some(({ isBroken }) => isBroken)) return text;
  let end = 0;
  return broken.map(({ part, isBroken }) => {
    end += part.length;
    return (
      <Fragment key={end}>
        {isBroken && <wbr />}
        {part}
      </Fragment>
    );
  });
}

/** Two lines of a text that may be long; its title is all of it. */
export function Brief({ text }: { text: string }) {
  return (
    <span className={styles.brief} title={text}>
      {withBreaks(text)}
    </span>
  );
}
