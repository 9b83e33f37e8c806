import { listOriginals, type Message, type Original } from '@chat/contract/messages';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { isAbsent } from '../../../shared/api-error.ts';
import { callApi } from '../../../shared/call-api.ts';
import { resync } from '../../../shared/query-client.ts';
import { useSession } from '../../../shared/session.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ViewDialog } from '../../../shared/ui/dialog.tsx';
import { EmptyState, FailureState, ListSkeleton } from '../../../shared/ui/placeholders.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { withBreaks } from '../../../shared/ui/with-breaks.tsx';
import { useMessage } from '../messages/list-messages.ts';
import { messageText } from '../timeline/message-text.tsx';
import { originalsTexts as texts } from './information.texts.ts';
import styles from './originals-dialog.module.css';

interface OriginalsDialogProps {
  /** As it was when its menu was opened. */
  subject: Message;
  onClose: () => void;
}

/** The versions of a message from before its author edited or deleted it (rules/edits 10). */
export function OriginalsDialog({ subject, onClose }: OriginalsDialogProps) {
  const message = useMessage(subject.chatUuid, subject.uuid);
  const originals = useOriginals(subject.uuid, message);
  const { data, error, isPending, isError } = originals;
  const isGone = isAbsent(error);
  return (
    <ViewDialog isOpen onClose={onClose} title={texts.title} width={500}>
      <p className={styles.hint}>{texts.hint}</p>
      {isPending && <ListSkeleton />}
      {isGone && <EmptyState icon={History} title={texts.gone} />}
      {isError && !isGone && (
        <FailureState title={texts.failed} onRetry={() => void originals.refetch()} />
      )}
      {data?.length === 0 && (
        <EmptyState icon={History} title={texts.none}>
          {texts.noneHint}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <ol className={styles.list} aria-label={texts.list}>
          {data.map((original) => (
            <OriginalItem key={original.until} original={original} />
          ))}
        </ol>
      )}
      {originals.hasNextPage && (
        <Button
          variant="ghost"
          isBusy={originals.isFetchingNextPage}
          onClick={() => void originals.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
    </ViewDialog>
  );
}

function OriginalItem({ original }: { original: Original }) {
  const viewerId = useSession((session) => session.user?.uuid ?? '');
  const { content, mentions, fileName, from, until, reason } = original;
  // The other mentions are visible in the text.
  const unseen = mentions
    .map(({ email }) => email)
    .filter((email) => !content.includes(`@${email}`));
  return (
    <li className={styles.item}>
      <p className={styles.head}>
        <span>
          {texts.from} <Time instant={from} /> {texts.until} <Time instant={until} />
        </span>
        <Badge tone={reason === 'DELETED' ? 'danger' : 'neutral'}>{texts.reasons[reason]}</Badge>
      </p>
      {fileName !== null && <p className={styles.aside}>{withBreaks(texts.file(fileName))}</p>}
      {content === '' ? (
        <p className={styles.aside}>{texts.noText}</p>
      ) : (
        <p className={styles.text} dir="auto">
          {messageText(content, mentions, viewerId)}
        </p>
      )}
      {unseen.length > 0 && <p className={styles.aside}>{withBreaks(texts.mentions(unseen))}</p>}
    </li>
  );
}

const originalsKey = (messageId: string) => ['originals', messageId];

/**
 * Oldest first, page by page. Each page is read once for each look, since each reading is recorded, and what is shown is
 * read again when the message is edited or deleted meanwhile.
 */
export function useOriginals(messageId: string, now: Message | undefined) {
  const queryClient = useQueryClient();
  const originals = useInfiniteQuery({
    queryKey: originalsKey(messageId),
    queryFn: ({ pageParam, signal }) =>
      callApi(listOriginals, {
        params: { messageId },
        query: { page: String(pageParam) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination && pagination.page < pagination.totalPages ? pagination.page + 1 : undefined,
    select: ({ pages }) => pages.flatMap(({ content }) => content),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const state = now ? now.editedAt : 'deleted';
  const shown = useRef(state);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    resync(queryClient, { queryKey: originalsKey(messageId) });
  }, [state, queryClient, messageId]);
  return originals;
}
