import { EmptyState, type EmptyStateProps } from './empty-state.tsx';
import styles from './next-step.module.css';

/** Under a list that holds only what was there from the start: what comes next. */
export function NextStep(props: EmptyStateProps) {
  return (
    <div className={styles.frame}>
      <EmptyState {...props} />
    </div>
  );
}
