import type { Message } from '@chat/contract/messages';
import { useEffect } from 'react';
import { useSession } from '../../../../shared/session.ts';
import { notify } from '../../../../shared/toast/notify.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { FailureState } from '../../../../shared/ui/failure-state.tsx';
import { ListSkeleton } from '../../../../shared/ui/skeleton.tsx';
import { ViewDialog } from '../../../../shared/ui/view-dialog.tsx';
import { useMessage } from '../../messages/hooks/use-message.ts';
import { useInformation } from '../hooks/use-information.ts';
import { informationTexts as texts } from '../information.texts.ts';
import styles from './information-dialog.module.css';
import { PeopleList } from './people-list.tsx';

interface InformationDialogProps {
  /** As it was when its menu was opened. */
  subject: Message;
  onClose: () => void;
}

/** Who has seen a message, who has got it and who has not, live (rules/information 7). */
export function InformationDialog({ subject, onClose }: InformationDialogProps) {
  const isAuthor = useSession((session) => session.user?.uuid === subject.senderId);
  const { data, isPending, isError, isFetching, refetch } = useInformation(subject, isAuthor);
  const isGone = !useMessage(subject.chatUuid, subject.uuid);
  useEffect(() => {
    if (!isGone) return;
    onClose();
    notify(texts.gone, 'error');
  }, [isGone, onClose]);
  const read = () => void refetch();
  return (
    <ViewDialog
      isOpen
      onClose={onClose}
      title={texts.title}
      width={500}
      footer={
        !isAuthor && (
          <Button variant="secondary" isBusy={isFetching} onClick={read}>
            {texts.refresh}
          </Button>
        )
      }
    >
      {!isAuthor && <p className={styles.hint}>{texts.recorded}</p>}
      {isPending && <ListSkeleton />}
      {isError && !data && <FailureState title={texts.failed} onRetry={read} />}
      {data && (
        <>
          <PeopleList title={texts.seenBy} people={data.seenBy} above={0} />
          <PeopleList
            title={texts.deliveredTo}
            people={data.deliveredTo}
            above={data.seenBy.length}
          />
          <PeopleList
            title={texts.pending}
            people={data.pending}
            above={data.seenBy.length + data.deliveredTo.length}
          />
        </>
      )}
    </ViewDialog>
  );
}
