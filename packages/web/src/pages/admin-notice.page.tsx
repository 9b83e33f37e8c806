import { ArrowLeft, FilePen, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { FirstSteps } from '../features/first-steps/first-steps.tsx';
import { AcceptanceList } from '../features/privacy-notice/acceptance-list.tsx';
import { useNotice, useNoticeVersions, useWithdrawNotice } from '../features/privacy-notice/api.ts';
import {
  NoticeInForce,
  OlderVersions,
  PublishDialog,
} from '../features/privacy-notice/notice-versions.tsx';
import styles from '../features/privacy-notice/privacy-notice.module.css';
import { privacyNoticeTexts } from '../features/privacy-notice/privacy-notice.texts.ts';
import { goTo } from '../shared/navigation.ts';
import { routePaths } from '../shared/routes.ts';
import { Button } from '../shared/ui/button.tsx';
import { ConfirmDialog } from '../shared/ui/dialog.tsx';
import { Page, PageHeader } from '../shared/ui/page-header.tsx';
import { EmptyState, FailureState, ListSkeleton } from '../shared/ui/placeholders.tsx';

const { page: texts, withdrawal, title, loadFailed } = privacyNoticeTexts;

/** The privacy notice: its versions, and who has confirmed them. */
export function AdminNoticePage() {
  const [dialog, setDialog] = useState<'publish' | 'withdraw' | null>(null);
  const notice = useNotice();
  const versions = useNoticeVersions();
  const withdraw = useWithdrawNotice();
  const close = () => setDialog(null);
  const isLoaded = notice.data !== undefined && versions.data !== undefined;
  const isInForce = Boolean(notice.data);
  return (
    <Page>
      <PageHeader
        title={title}
        actions={
          <>
            <Button
              variant="secondary"
              icon={<ArrowLeft aria-hidden="true" />}
              onClick={() => goTo(routePaths['admin.chats'])}
            >
              {texts.chats}
            </Button>
            <Button
              icon={<FilePen aria-hidden="true" />}
              disabled={!isLoaded}
              onClick={() => setDialog('publish')}
            >
              {isInForce ? texts.change : texts.write}
            </Button>
          </>
        }
      >
        <p className={styles.hint}>{texts.hint}</p>
      </PageHeader>
      <FirstSteps />
      <NoticeBody onWrite={() => setDialog('publish')} onWithdraw={() => setDialog('withdraw')} />
      {dialog === 'publish' && versions.data && (
        <PublishDialog
          text={notice.data?.text ?? versions.data.draft}
          isInForce={isInForce}
          onClose={close}
        />
      )}
      <ConfirmDialog
        isOpen={dialog === 'withdraw'}
        title={withdrawal.title}
        confirmLabel={withdrawal.confirm}
        isBusy={withdraw.isPending}
        onClose={close}
        onConfirm={() => withdraw.mutate(undefined, { onSettled: close })}
      >
        {withdrawal.question}
      </ConfirmDialog>
    </Page>
  );
}

interface NoticeBodyProps {
  onWrite: () => void;
  onWithdraw: () => void;
}

function NoticeBody({ onWrite, onWithdraw }: NoticeBodyProps) {
  const notice = useNotice();
  const versions = useNoticeVersions();
  if (notice.isError || versions.isError) {
    const retry = () => void Promise.all([notice.refetch(), versions.refetch()]);
    return <FailureState title={loadFailed} onRetry={retry} />;
  }
  if (notice.data === undefined || versions.data === undefined) return <ListSkeleton isPlain />;
  const inForce = versions.data.versions.find(({ version }) => version === notice.data?.version);
  const older = versions.data.versions.filter((version) => version !== inForce);
  return (
    <>
      {!inForce && (
        <EmptyState
          icon={ShieldCheck}
          title={texts.noneTitle}
          action={<Button onClick={onWrite}>{texts.write}</Button>}
        >
          {texts.noneHint}
        </EmptyState>
      )}
      {(inForce || older.length > 0) && (
        <div className={styles.columns}>
          <div className={styles.column}>
            {inForce && <NoticeInForce version={inForce} onWithdraw={onWithdraw} />}
            <OlderVersions versions={older} />
          </div>
          <AcceptanceList />
        </div>
      )}
    </>
  );
}
