import { operators, searchTexts as texts } from '../search.texts.ts';
import styles from './operator-help.module.css';

/** What can be typed beside plain words. */
export function OperatorHelp() {
  return (
    <section className={styles.help} aria-label={texts.help}>
      <dl className={styles.list}>
        {operators.map(([typed, meaning]) => (
          <div key={typed} className={styles.line}>
            <dt className={styles.typed}>{typed}</dt>
            <dd className={styles.meaning}>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
