import { reloadPage } from '../shared/reload-page.ts';
import { FailureState } from '../shared/ui/failure-state.tsx';
import { Spinner } from '../shared/ui/spinner.tsx';
import { appTexts } from './app.texts.ts';
import styles from './page-states.module.css';

/** A page that broke or could not be fetched; a reload also brings the files of a newer version. */
export function PageFailure() {
  return (
    <div className={styles.whole}>
      <FailureState title={appTexts.failed} onRetry={() => void reloadPage()} />
    </div>
  );
}

export function PagePending() {
  return (
    <div className={styles.whole} aria-busy="true">
      <span className="visually-hidden">{appTexts.loading}</span>
      <Spinner size={28} />
    </div>
  );
}
