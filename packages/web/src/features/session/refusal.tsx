import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './refusal.module.css';

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
