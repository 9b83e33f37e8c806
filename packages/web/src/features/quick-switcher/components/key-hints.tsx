import { quickSwitcherTexts as texts } from '../quick-switcher.texts.ts';
import styles from './quick-switcher.module.css';

const hints = [
  ['↑ ↓', texts.move],
  ['Enter', texts.open],
  ['Esc', texts.close],
] as const;

/** For those who have a keyboard. */
export function KeyHints() {
  return (
    <p className={styles.hints}>
      {hints.map(([key, meaning]) => (
        <span key={key}>
          <kbd>{key}</kbd> {meaning}
        </span>
      ))}
    </p>
  );
}
