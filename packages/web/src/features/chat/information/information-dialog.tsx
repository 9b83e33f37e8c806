import { applyMove } from '@chat/contract/message-changes';
import {
  getInformation,
  type Information,
  type MarkMoved,
  type Message,
  type Reached,
} from '@chat/contract/messages';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useEffect, useId } from 'react';
import { callApi } from '../../../shared/call-api.ts';
import { placeInList, type Slot, useVisibleRows } from '../../../shared/hooks/use-visible-rows.ts';
import { changeLive, readLive, resync } from '../../../shared/query-client.ts';
import { useSession } from '../../../shared/session.ts';
import { type ChatSocket, onRegistered, socket } from '../../../shared/socket.ts';
import { notify } from '../../../shared/toast/notify.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ViewDialog } from '../../../shared/ui/dialog.tsx';
import { Avatar } from '../../../shared/ui/person.tsx';
import { FailureState, ListSkeleton } from '../../../shared/ui/placeholders.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { useMessage } from '../messages/list-messages.ts';
import { informationTexts as texts } from './information.texts.ts';
import styles from './information-dialog.module.css';

interface InformationDialogProps {
  /** As it was when its menu was opened. */
  subject: Message;
  onClose: () => void;
}

/** The people who have seen, received or not received a message, live (rules/information 7). */
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

type Person = Reached | Information['pending'][number];

interface PeopleListProps {
  title: string;
  people: Person[];
  /** The number of people in the lists above. */
  above: number;
}

const ROW_HEIGHT = 40;

/** However many there are, those near the screen alone are drawn. */
export function PeopleList({ title, people, above }: PeopleListProps) {
  const titleId = useId();
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>
        <span id={titleId}>{title}</span>
        <span className={styles.count}>{people.length}</span>
      </h3>
      {people.length === 0 && <p className={styles.nobody}>{texts.nobody}</p>}
      {people.length > 0 && <People {...{ titleId, people, above }} />}
    </section>
  );
}

interface PeopleProps extends Pick<PeopleListProps, 'people' | 'above'> {
  titleId: string;
}

function People({ titleId, people, above }: PeopleProps) {
  const { list, slots, measure, isWhole, holding } = useVisibleRows<HTMLDivElement, Person>({
    items: people,
    keyOf: ({ uuid }) => uuid,
    height: ROW_HEIGHT,
    above,
  });
  const { rows, roomBelow } = withRoom(slots);
  return (
    <div ref={list} style={{ paddingBottom: roomBelow }} {...holding}>
      {rows.length > 0 && (
        <ul aria-labelledby={titleId}>
          {rows.map(({ key, index, item, room }) => (
            <li
              key={key}
              ref={measure}
              className={styles.person}
              style={{ marginTop: room }}
              {...(!isWhole && placeInList(index, people.length))}
            >
              <PersonLine person={item} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The rows out of sight become margins of the rows in sight: a list may contain nothing else. */
function withRoom(slots: Slot<Person>[]) {
  let room = 0;
  const rows = slots.flatMap((slot) => {
    if ('height' in slot) {
      room += slot.height;
      return [];
    }
    const row = { ...slot, room };
    room = 0;
    return [row];
  });
  return { rows, roomBelow: room };
}

/** When one person comes along, the others stay as they are. */
const PersonLine = memo(function PersonLine({ person }: { person: Person }) {
  return (
    <>
      <Avatar email={person.email} size="s" />
      <span className={styles.email} title={person.email}>
        {person.email}
      </span>
      {'at' in person && <When at={person.at} />}
    </>
  );
});

function When({ at }: { at: string | null }) {
  if (at !== null) {
    return <Time className={styles.time} instant={at} />;
  }
  return (
    <span className={styles.time} title={texts.unknownTime}>
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">{texts.unknownTime}</span>
    </span>
  );
}

const informationKey = (messageId: string) => ['information', messageId] as const;

/** Read once for each look, since a reading may be recorded; `followInformation` keeps it true. */
const informationQuery = (messageId: string) =>
  queryOptions({
    queryKey: informationKey(messageId),
    queryFn: ({ signal }) =>
      readLive(
        informationKey(messageId),
        async () => (await callApi(getInformation, { params: { messageId }, signal })).content,
        (information): Information => information,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

interface Followed {
  socket: ChatSocket;
  queryClient: QueryClient;
  message: Message;
  /** Only the author receives each watermark; an administrator's page learns from ticks that some have advanced. */
  isAuthor: boolean;
}

/** Keeps the information of a message as a fresh fetch would have it, until what it gives is called. */
function followInformation({ socket, queryClient, message, isAuthor }: Followed) {
  const { uuid, chatUuid, seq } = message;
  const queryKey = informationKey(uuid);
  const read = () => resync(queryClient, { queryKey });
  const move = (moved: MarkMoved) => {
    if (moved.chatId !== chatUuid) return;
    changeLive<Information>(queryClient, queryKey, (now) => applyMove(now, seq, moved));
  };
  const tick = ({ chatId }: { chatId: string }) => {
    if (!isAuthor && chatId === chatUuid) read();
  };
  socket.on('message:info', move);
  socket.on('message:delivered', tick);
  socket.on('message:seen', tick);
  // People who join, leave, get blocked or unblocked enter or leave the list.
  socket.on('group:changed', read);
  socket.on('standing:changed', read);
  const stopListening = onRegistered(read);
  return () => {
    socket.off('message:info', move);
    socket.off('message:delivered', tick);
    socket.off('message:seen', tick);
    socket.off('group:changed', read);
    socket.off('standing:changed', read);
    stopListening();
  };
}

/** The people who have received and seen the message, live while the dialog is open. */
function useInformation(message: Message, isAuthor: boolean) {
  const queryClient = useQueryClient();
  useEffect(
    () => followInformation({ socket, queryClient, message, isAuthor }),
    [queryClient, message, isAuthor],
  );
  return useQuery(informationQuery(message.uuid));
}
