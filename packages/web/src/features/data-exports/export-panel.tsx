import type { ExportJob } from '@chat/contract/data-exports';
import { Archive, CircleAlert, CircleCheck, Download } from 'lucide-react';
import { formatWhen } from '../../shared/format/time.ts';
import { formatSize } from '../../shared/format/words.ts';
import { serverNow } from '../../shared/server-clock.ts';
import { Button, Spinner } from '../../shared/ui/button.tsx';
import { ViewDialog } from '../../shared/ui/dialog.tsx';
import { FailureState, ListSkeleton } from '../../shared/ui/placeholders.tsx';
import { withBreaks } from '../../shared/ui/with-breaks.tsx';
import { download, type ExportSubject, useCreateExport, useExports } from './api.ts';
import styles from './data-exports.module.css';
import { exportTexts as texts } from './data-exports.texts.ts';

interface ExportPanelProps {
  subject: ExportSubject;
  about: string;
}

/** Asks for a ZIP, and says how far it is (rules/data-exports 14). */
export function ExportPanel({ subject, about }: ExportPanelProps) {
  const exports = useExports(subject);
  const create = useCreateExport(subject);
  if (exports.isError && !exports.data) {
    return <FailureState title={texts.loadFailed} onRetry={() => void exports.refetch()} />;
  }
  if (!exports.data) return <ListSkeleton isPlain rows={1} />;
  const [newest] = exports.data;
  const ready = exports.data.find(({ status }) => status === 'READY');
  const isWorking = newest?.status === 'WORKING';
  return (
    <div className={styles.panel}>
      <p>{withBreaks(about)}</p>
      <div className={styles.states} role="status">
        {isWorking && (
          <p className={styles.state}>
            <Spinner />
            {texts.working}
          </p>
        )}
        {newest?.status === 'FAILED' && (
          <p className={styles.failed}>
            <CircleAlert aria-hidden="true" />
            {texts.failed}
          </p>
        )}
        {ready && <ReadyState job={ready} />}
      </div>
      <div className={styles.actions}>
        {ready && <DownloadButton job={ready} />}
        {!isWorking && (
          <Button
            variant={ready ? 'secondary' : 'primary'}
            icon={<Archive aria-hidden="true" />}
            isBusy={create.isPending}
            onClick={() => create.mutate()}
          >
            {labelOf(newest, ready)}
          </Button>
        )}
      </div>
    </div>
  );
}

function labelOf(newest: ExportJob | undefined, ready: ExportJob | undefined): string {
  if (newest?.status === 'FAILED') return texts.tryAgain;
  return ready ? texts.prepareAgain : texts.prepare;
}

function ReadyState({ job: { size, expiresAt } }: { job: ExportJob }) {
  const until = expiresAt === null ? '' : formatWhen(expiresAt, new Date(serverNow()));
  return (
    <p className={styles.ready}>
      <CircleCheck aria-hidden="true" />
      <span>
        {texts.ready(formatSize(size ?? 0))} {texts.until(until)}
      </span>
    </p>
  );
}

function DownloadButton({ job: { fileUrl } }: { job: ExportJob }) {
  if (fileUrl === null) return null;
  return (
    <Button icon={<Download aria-hidden="true" />} onClick={() => download(fileUrl)}>
      {texts.download}
    </Button>
  );
}

interface ExportDialogProps extends ExportPanelProps {
  title: string;
  onClose: () => void;
}

/** Shows in a dialog the export of somebody else, or of a conversation; a note adds that it is recorded. */
export function ExportDialog({ title, about, subject, onClose }: ExportDialogProps) {
  return (
    <ViewDialog isOpen onClose={onClose} title={title} width={500}>
      <ExportPanel subject={subject} about={about} />
      <p className={styles.note}>{texts.recorded}</p>
    </ViewDialog>
  );
}
