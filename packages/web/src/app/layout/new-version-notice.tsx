import { RefreshCw } from 'lucide-react';
import { useNewVersion } from '../../shared/reload-page.ts';
import { Button } from '../../shared/ui/button.tsx';
import { layoutTexts } from './layout.texts.ts';
import styles from './new-version-notice.module.css';

/** Offered, never forced: drafts outlive the reload, but the reader may be in the middle of something. */
export function NewVersionNotice() {
  const isThere = useNewVersion((state) => state.isThere);
  if (!isThere) return null;
  return (
    <div role="status" className={styles.notice}>
      {layoutTexts.newVersion}
      <Button
        size="s"
        icon={<RefreshCw aria-hidden="true" />}
        onClick={() => window.location.reload()}
      >
        {layoutTexts.update}
      </Button>
    </div>
  );
}
