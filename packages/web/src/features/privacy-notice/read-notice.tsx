import { Check, FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { ViewDialog } from '../../shared/ui/dialog.tsx';
import { FailureState, ListSkeleton } from '../../shared/ui/placeholders.tsx';
import { withBreaks } from '../../shared/ui/with-breaks.tsx';
import { useAcceptNotice, useNotice } from './api.ts';
import styles from './privacy-notice.module.css';
import { privacyNoticeTexts as texts } from './privacy-notice.texts.ts';

/** A notice word for word; the keyboard scrolls a long one. */
export function NoticeText({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section className={styles.text} aria-label={texts.text} tabIndex={0}>
      {withBreaks(text)}
    </section>
  );
}

/** The one thing on the screen of a session that must confirm the notice in force (rules/privacy-notice 8). */
export function ConfirmNotice({ onDone }: { onDone: () => void }) {
  const notice = useNotice();
  const accept = useAcceptNotice();
  const isWithdrawn = notice.data === null;
  useEffect(() => {
    if (isWithdrawn) onDone();
  }, [isWithdrawn, onDone]);
  if (notice.isError && !notice.data) {
    return <FailureState title={texts.loadFailed} onRetry={() => void notice.refetch()} />;
  }
  // A version that the page knew before is not the one to confirm.
  if (!notice.data || !notice.isFetchedAfterMount) return <ListSkeleton isPlain rows={3} />;
  const { version, text } = notice.data;
  return (
    <div className={styles.confirm}>
      <NoticeText key={version} text={text} />
      <Button
        icon={<Check aria-hidden="true" />}
        isBusy={accept.isPending}
        onClick={() => accept.mutate(version, { onSuccess: onDone })}
      >
        {texts.confirm}
      </Button>
    </div>
  );
}

/** The notice in force in 'Mi cuenta', to be read again. */
export function OwnNotice() {
  const notice = useNotice();
  const [isOpen, setOpen] = useState(false);
  if (notice.isError && !notice.data) {
    return <FailureState title={texts.loadFailed} onRetry={() => void notice.refetch()} />;
  }
  if (notice.data === undefined) return <ListSkeleton isPlain rows={1} />;
  if (notice.data === null) return <p>{texts.account.none}</p>;
  const { version, text } = notice.data;
  return (
    <>
      <p>{texts.account.confirmed(version)}</p>
      <Button
        variant="secondary"
        className={styles.action}
        icon={<FileText aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {texts.account.read}
      </Button>
      <ViewDialog isOpen={isOpen} onClose={() => setOpen(false)} title={texts.title}>
        <p className={styles.plain}>{withBreaks(text)}</p>
      </ViewDialog>
    </>
  );
}
