import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../shared/ui/cx.ts';
import styles from './entrance.module.css';

interface EntranceProps {
  title: string;
  hint: string;
  /** The title is a sentence, not the brand. */
  isSentence?: boolean;
  children: ReactNode;
}

/** The card of the pages before everything else. */
export function Entrance({ title, hint, isSentence, children }: EntranceProps) {
  return (
    <main className={styles.page}>
      <Environment />
      <div className={styles.card}>
        <header className={styles.header}>
          <BrandMark />
          <h1 tabIndex={-1} className={cx(styles.title, isSentence && styles.sentence)}>
            {title}
          </h1>
          <p className={styles.hint}>{hint}</p>
        </header>
        {children}
      </div>
    </main>
  );
}

/** A conversation behind the card, as a shadow of what comes; drawn by the style sheet alone. */
function Environment() {
  return (
    <div className={styles.environment} aria-hidden="true">
      <span className={styles.theirs} />
      <span className={styles.own} />
      <span className={styles.theirs} />
      <span className={styles.own} />
      <span className={styles.theirs} />
      <span className={styles.own} />
    </div>
  );
}

/** The drawing of the application's icon, in the theme's accent. */
function BrandMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
      <rect className={styles.ground} width="32" height="32" rx="9" />
      <path
        className={styles.bubble}
        d="M9 10.5A2.5 2.5 0 0 1 11.5 8h9a2.5 2.5 0 0 1 2.5 2.5V17a2.5 2.5 0 0 1-2.5 2.5h-5.8l-4.4 3.65c-.5.4-1.3.05-1.3-.65z"
      />
      <path className={styles.lines} d="M12.5 12.2h7M12.5 15.4h4.4" />
    </svg>
  );
}

interface RefusalProps {
  why: string;
  /** The ways on from here. */
  children: ReactNode;
}

/** In the place of a form that leads nowhere. */
export function Refusal({ why, children }: RefusalProps) {
  return (
    <>
      <p className={styles.refusal} role="alert">
        <CircleAlert aria-hidden="true" />
        {why}
      </p>
      {children}
    </>
  );
}
