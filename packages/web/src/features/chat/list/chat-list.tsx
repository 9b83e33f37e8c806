import type { ChatListEntry, LastMessage } from '@chat/contract/chats';
import { AtSign, BellOff } from 'lucide-react';
import { type MouseEvent, memo, type Ref, useState } from 'react';
import { formatWhen } from '../../../shared/format/time.ts';
import { beginning } from '../../../shared/format/words.ts';
import { placeInList, useVisibleRows } from '../../../shared/hooks/use-visible-rows.ts';
import { useSteady } from '../../../shared/hooks/values.ts';
import { serverNow } from '../../../shared/server-clock.ts';
import { useSession } from '../../../shared/session.ts';
import { usePainted } from '../../../shared/timing.ts';
import { UnreadBadge } from '../../../shared/ui/badge.tsx';
import { cx } from '../../../shared/ui/cx.ts';
import { walkList } from '../../../shared/ui/focus.ts';
import { Avatar, PersonName, personName } from '../../../shared/ui/person.tsx';
import { FailureState, ListSkeleton } from '../../../shared/ui/placeholders.tsx';
import { SearchField } from '../../../shared/ui/search-field.tsx';
import { Ticks } from '../../../shared/ui/ticks.tsx';
import { ListTime } from '../../../shared/ui/time.tsx';
import styles from './chat-list.module.css';
import { chatsTexts } from './chats.texts.ts';
import { type Notified, useMode } from './mutes.ts';

interface ChatListProps {
  entries: ChatListEntry[] | undefined;
  selected: ChatListEntry | undefined;
  onSelect: (entry: ChatListEntry) => void;
  isFailed: boolean;
  onRetry: () => void;
}

/** Everybody one can write to in the group, found by e-mail (rules/chats 14). */
export function ChatList(props: ChatListProps) {
  const { selected, onSelect, isFailed, onRetry } = props;
  const [search, setSearch] = useState('');
  const entries = useSteady(props.entries);
  return (
    <div className={styles.panel}>
      <div className={styles.search}>
        <SearchField placeholder={chatsTexts.search} value={search} onChange={setSearch} />
      </div>
      <div className={styles.scroller}>
        {isFailed && !entries && <FailureState title={chatsTexts.listFailed} onRetry={onRetry} />}
        {!isFailed && !entries && <ListSkeleton />}
        {entries && (
          <Entries
            entries={entries.filter((entry) => matches(entry, search))}
            selected={selected}
            onSelect={onSelect}
          />
        )}
        {entries && <Note entries={entries} search={search} />}
      </div>
    </div>
  );
}

function matches(entry: ChatListEntry, search: string): boolean {
  const text = search.trim().toLowerCase();
  const label = entry.chatType === 'GROUP' ? chatsTexts.general : '';
  return [entry.email, label].some((name) => name.toLowerCase().includes(text));
}

const ROW_HEIGHT = 60;

function Entries({
  entries,
  selected,
  onSelect,
}: Pick<ChatListProps, 'selected' | 'onSelect'> & { entries: ChatListEntry[] }) {
  const { list, slots, measure, isWhole, holding } = useVisibleRows<
    HTMLUListElement,
    ChatListEntry
  >({
    items: entries,
    keyOf: ({ hash }) => hash,
    height: ROW_HEIGHT,
  });
  // Rows below the screen's edge are drawn after the first ones are painted.
  const isPainted = usePainted();
  const drawn = isPainted ? slots : slots.slice(0, Math.ceil(window.innerHeight / ROW_HEIGHT));
  return (
    <ul ref={list} aria-label={chatsTexts.list} onKeyDown={walkList} {...holding}>
      {drawn.map((slot) => {
        if ('height' in slot) {
          return <li key={slot.key} role="none" style={{ height: slot.height }} />;
        }
        const { item: entry } = slot;
        return (
          <Item
            key={slot.key}
            entry={entry}
            isSelected={entry.hash === selected?.hash}
            onSelect={onSelect}
            measure={measure}
            {...(!isWhole && { index: slot.index, count: entries.length })}
          />
        );
      })}
    </ul>
  );
}

interface ItemProps extends Pick<ChatListProps, 'onSelect'> {
  entry: ChatListEntry;
  isSelected: boolean;
  measure: Ref<HTMLLIElement> | undefined;
  /** Its place in a list that is not drawn whole. */
  index?: number;
  count?: number;
}

/** Going from chat to chat changes two of them. */
const Item = memo(function Item({ measure, index, count, ...item }: ItemProps) {
  const place = index !== undefined && count !== undefined && placeInList(index, count);
  return (
    <li ref={measure} className={styles.item} {...place}>
      <ChatListItem {...item} />
    </li>
  );
});

function Note({ entries, search }: { entries: ChatListEntry[]; search: string }) {
  const isNothingFound = !entries.some((entry) => matches(entry, search));
  if (isNothingFound) return <p className={styles.note}>{chatsTexts.notFound}</p>;
  if (entries.length > 1) return null;
  return <p className={styles.note}>{chatsTexts.nobody}</p>;
}

interface ChatListItemProps {
  entry: ChatListEntry;
  isSelected: boolean;
  onSelect: (entry: ChatListEntry) => void;
}

function ChatListItem(props: ChatListItemProps) {
  const { entry, isSelected, onSelect } = props;
  const isGroup = entry.chatType === 'GROUP';
  const isMuted = useMode(entry) !== 'all';
  return (
    <button
      type="button"
      className={cx(
        styles.entry,
        isSelected && styles.selected,
        entry.unreadCount > 0 && styles.unread,
        !entry.active && styles.inactive,
      )}
      aria-current={isSelected || undefined}
      // A click opens the chat and leaves the focus where the user was writing.
      onMouseDown={holdFocus}
      onClick={() => onSelect(entry)}
    >
      <Avatar email={entry.email} isGroup={isGroup} />
      <span className={styles.lines}>
        <span className={styles.line}>
          <span className={styles.name} title={isGroup ? undefined : personName(entry)}>
            {isGroup ? chatsTexts.general : <PersonName person={entry} />}
          </span>
          <MuteMark entry={entry} />
          <UnreadBadge count={entry.unreadCount} isMuted={isMuted} />
        </span>
        <span className={styles.line}>
          <Preview entry={entry} />
          {entry.lastMessage && <ListTime instant={entry.lastMessage.createdAt} />}
        </span>
      </span>
    </button>
  );
}

const holdFocus = (event: MouseEvent) => event.preventDefault();

/** Its last message; in the group chat with who said it. */
function Preview({ entry }: { entry: ChatListEntry }) {
  const viewerId = useSession((session) => session.user?.uuid);
  const last = entry.lastMessage;
  if (!last) {
    const text = entry.active ? chatsTexts.noMessages : chatsTexts.inactive;
    return <span className={styles.preview}>{text}</span>;
  }
  const isOwn = last.senderId === viewerId;
  const isNamed = entry.chatType === 'GROUP' && !isOwn;
  return (
    <>
      {isOwn && (
        <span className={styles.ticks}>
          <Ticks status={last.status} />
        </span>
      )}
      <span className={styles.preview}>
        {isNamed && (
          <>
            <span className={styles.sender}>{last.senderEmail.split('@')[0]}</span>
            {': '}
          </>
        )}
        {previewOf(last)}
      </span>
    </>
  );
}

const previewOf = ({ type, content, fileName }: LastMessage) =>
  [chatsTexts.kinds[type], beginning(content) || fileName].filter(Boolean).join(': ');

interface MuteMarkProps {
  entry: Notified;
  /** Says until when, where there is room. */
  hasTime?: boolean;
}

/** A small bell that is crossed out, or the sign of mentions; nothing where the chat notifies. */
export function MuteMark({ entry, hasTime = false }: MuteMarkProps) {
  const mode = useMode(entry);
  if (mode === 'all') return null;
  const label = mode === 'none' ? mutedLabel(entry, hasTime) : chatsTexts.mentionsOnly;
  const Icon = mode === 'none' ? BellOff : AtSign;
  return (
    <span className={styles.mark} role="img" aria-label={label} title={label}>
      <Icon aria-hidden="true" />
    </span>
  );
}

function mutedLabel({ notifications: { until } }: Notified, hasTime: boolean): string {
  if (until === null || !hasTime) return chatsTexts.muted;
  return chatsTexts.mutedUntil(formatWhen(until, new Date(serverNow())));
}
