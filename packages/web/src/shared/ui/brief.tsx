import styles from './brief.module.css';
import { withBreaks } from './with-breaks.tsx';

/** Two lines of a text that may be long; its title is all of it. */
export function Brief({ text }: { text: string }) {
  return (
    <span className={styles.brief} title={text}>
      {withBreaks(text)}
    </span>
  );
}
