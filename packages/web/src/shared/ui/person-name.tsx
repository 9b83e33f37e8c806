import styles from './person-name.module.css';
import { uiTexts } from './ui.texts.ts';

interface Named {
  email: string;
  deletedAt?: string | null | undefined;
}

/** What a person is called: the e-mail of a deleted one may be somebody else's since. */
export const personName = ({ email, deletedAt }: Named): string =>
  deletedAt ? `${email} ${uiTexts.deleted}` : email;

/** On one line: where it is short the e-mail gives way, never what sets a deleted person apart. */
export function PersonName({ person }: { person: Named }) {
  return (
    <span className={styles.name}>
      <span className={styles.text}>{person.email}</span>
      {person.deletedAt && <span className={styles.deleted}> {uiTexts.deleted}</span>}
    </span>
  );
}
