import styles from './spinner.module.css';

/** Decoration only: what is waited for is said by `aria-busy` or a text beside it. */
export function Spinner({ size = 18 }: { size?: number }) {
  return (
    <svg
      className={styles.spinner}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <circle className={styles.track} cx="12" cy="12" r="9" />
      <path className={styles.arc} d="M21 12a9 9 0 0 0-9-9" />
    </svg>
  );
}
