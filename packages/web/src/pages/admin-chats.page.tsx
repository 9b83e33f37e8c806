import type { Chat } from '@chat/contract/chats';
import type { Message } from '@chat/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import {
  Archive,
  Download,
  LockKeyhole,
  MessagesSquare,
  ScrollText,
  ShieldCheck,
} from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { auditTexts as texts } from '../features/audit/audit.texts.ts';
import {
  DeleteMessageButton,
  DeleteMessageDialog,
} from '../features/chat/messages/delete-message.tsx';
import { ReactionsLayer, renderReactions } from '../features/chat/reactions/message-reactions.tsx';
import { ChatHeader, ChatLayout, useWayBack } from '../features/chat/screen/chat-layout.tsx';
import { ChatScreen } from '../features/chat/screen/chat-screen.tsx';
import { informationDialog, originalsDialog } from '../features/chat/screen/message-dialogs.ts';
import { MessageLog } from '../features/chat/timeline/message-log.tsx';
import { MessageMenu, renderMenuButton } from '../features/chat/timeline/message-menu.tsx';
import { exportTexts } from '../features/data-exports/data-exports.texts.ts';
import { chatSubject } from '../features/holds/api.ts';
import { holdsTexts } from '../features/holds/holds.texts.ts';
import {
  chatTitle,
  DirectChatNames,
  MonitoredChatList,
  nameOfChat,
} from '../features/monitoring/monitored-chat-list.tsx';
import {
  fetchMonitoredChat,
  useChosenChat,
  useCloseSupervision,
  useMonitoredChats,
  useSupervision,
  useSupervisionEnd,
  useWatch,
} from '../features/monitoring/monitored-chats.ts';
import { monitoringTexts } from '../features/monitoring/monitoring.texts.ts';
import { SearchInChatButton } from '../features/search/search-panel.tsx';
import { onWatchedChat } from '../features/search/search-view.ts';
import { isRefusal } from '../shared/api-error.ts';
import { TABLET, useMediaQuery } from '../shared/hooks/browser.ts';
import { goTo } from '../shared/navigation.ts';
import { routePaths } from '../shared/routes.ts';
import { useSession } from '../shared/session.ts';
import { notify } from '../shared/toast/notify.ts';
import { IconButton } from '../shared/ui/icon-button.tsx';
import { lateComponent } from '../shared/ui/late-part.tsx';
import { EmptyState } from '../shared/ui/placeholders.tsx';
import styles from './admin-chats.module.css';

/** Administrators read any chat but personal ones, and leave no trace in ticks and counters (rules/monitoring 4). */
export function AdminChatsPage() {
  const supervision = useSupervision();
  const { chat, asking, choose, open, leave, stopAsking } = useChosenChat(supervision);
  const queryClient = useQueryClient();
  useEffect(
    () => onWatchedChat(async (chatId) => choose(await fetchMonitoredChat(queryClient, chatId))),
    [queryClient, choose],
  );
  const [holding, setHolding] = useState<Chat | null>(null);
  const isSplit = useMediaQuery(TABLET);
  const goBack = useWayBack(chat !== null && !isSplit, () => open(null));
  const chats = useMonitoredChats('', supervision !== 'off');
  const isOff = supervision === 'off' || isRefusal(chats.error);
  const hasNone = chats.data?.length === 0;
  const chooseOne = (
    <div className={styles.choose}>
      <h1 className="visually-hidden">{monitoringTexts.title}</h1>
      {!hasNone && (
        <EmptyState icon={MessagesSquare} title={monitoringTexts.choose}>
          {monitoringTexts.chooseHint}
        </EmptyState>
      )}
    </div>
  );
  if (isOff) return <SupervisionOff />;
  return (
    <>
      <ChatLayout
        isSplit={isSplit}
        list={<MonitoredChatList selected={chat} onSelect={choose} tools={<Tools />} />}
        conversation={
          chat ? (
            <WatchedChat
              key={chat.uuid}
              chat={chat}
              onEnd={leave}
              onHold={setHolding}
              onBack={isSplit ? undefined : goBack}
            />
          ) : (
            isSplit && chooseOne
          )
        }
      />
      {asking && <OpenChatDialog chat={asking} onOpened={open} onClose={stopAsking} />}
      {holding && (
        <HoldDialog
          subject={chatSubject(holding.uuid, nameOfChat(holding))}
          onClose={() => setHolding(null)}
        />
      )}
    </>
  );
}

/** The company's proofs stay within reach where nobody may read conversations of others. */
function SupervisionOff() {
  return (
    <div className={styles.off}>
      <h1 className="visually-hidden">{monitoringTexts.title}</h1>
      <EmptyState icon={MessagesSquare} title={monitoringTexts.off} />
      <div className={styles.tools}>
        <Tools />
      </div>
    </div>
  );
}

interface WatchedChatProps {
  chat: Chat;
  /** The chat may not be read any more. */
  onEnd: () => void;
  /** A conversation may end while its hold is being written. */
  onHold: (chat: Chat) => void;
  onBack: (() => void) | undefined;
}

function WatchedChat({ chat, onEnd, onHold, onBack }: WatchedChatProps) {
  useWatch(chat.uuid);
  const close = useCloseSupervision();
  const isUnexpected = useSupervision() === 'reason' && !close.isPending;
  const handleEnd = useCallback(() => {
    if (isUnexpected) notify(monitoringTexts.ended, 'info');
    onEnd();
  }, [isUnexpected, onEnd]);
  useSupervisionEnd(chat, handleEnd);
  const [deleting, setDeleting] = useState<Message | null>(null);
  const renderTools = useCallback(
    (message: Message) => (
      <>
        <DeleteMessageButton onClick={() => setDeleting(message)} />
        {renderMenuButton(message)}
      </>
    ),
    [],
  );
  return (
    <ChatScreen
      hash={chat.hash}
      header={
        <WatchedHeader
          chat={chat}
          onBack={onBack}
          onHold={onHold}
          onClose={() => close.mutate(chat, { onSuccess: onEnd })}
        />
      }
      log={
        <MessageLog
          chatId={chat.uuid}
          hash={chat.hash}
          hasAllTicks
          renderTools={renderTools}
          renderFooter={renderReactions}
        />
      }
      overlays={
        <>
          <DeleteMessageDialog message={deleting} onClose={() => setDeleting(null)} />
          <MessageMenu
            isWatching
            onInformation={informationDialog.open}
            onOriginals={originalsDialog.open}
          />
          <informationDialog.Layer />
          <originalsDialog.Layer />
          <ReactionsLayer chatId={chat.uuid} />
        </>
      }
    />
  );
}

interface WatchedHeaderProps extends Pick<WatchedChatProps, 'chat' | 'onHold' | 'onBack'> {
  onClose: () => void;
}

function WatchedHeader({ chat, onHold, onBack, onClose }: WatchedHeaderProps) {
  const { supervision } = chat;
  const openUntil = supervision && monitoringTexts.openUntil(supervision.expiresAt);
  return (
    <ChatHeader
      title={chatTitle(chat)}
      heading={chat.type === 'DIRECT' ? <DirectChatNames users={chat.users} /> : undefined}
      hint={[openUntil, chat.group?.name].filter(Boolean).join(' · ')}
      email={chat.users[0]?.email ?? ''}
      isGroup={chat.type === 'GROUP'}
      tools={
        <>
          <ExportButton chat={chat} />
          <IconButton label={holdsTexts.title} icon={Archive} onClick={() => onHold(chat)} />
          <SearchInChatButton chatId={chat.uuid} name={chatTitle(chat)} />
          {supervision && (
            <IconButton label={monitoringTexts.close} icon={LockKeyhole} onClick={onClose} />
          )}
        </>
      }
      onBack={onBack}
    />
  );
}

const { Late: ExportDialog } = lateComponent(
  async () => (await import('../features/data-exports/export-panel.tsx')).ExportDialog,
);

function ExportButton({ chat }: { chat: Chat }) {
  const [isOpen, setOpen] = useState(false);
  const { title, about } = exportTexts.chat;
  return (
    <>
      <IconButton label={title} icon={Download} onClick={() => setOpen(true)} />
      {isOpen && (
        <ExportDialog
          title={title}
          about={about(nameOfChat(chat))}
          subject={{ kind: 'chat', chatId: chat.uuid }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

const { Late: HoldDialog } = lateComponent(
  async () => (await import('../features/holds/hold-dialogs.tsx')).HoldDialog,
);

const { Late: OpenChatDialog } = lateComponent(
  async () => (await import('../features/monitoring/open-chat-dialog.tsx')).OpenChatDialog,
);

const { Late: AuditDialog } = lateComponent(
  async () => (await import('../features/audit/audit-dialog.tsx')).AuditDialog,
);

const { Late: HoldListDialog } = lateComponent(
  async () => (await import('../features/holds/hold-dialogs.tsx')).HoldListDialog,
);

/** The company's proofs: whom the privacy notice told, who read what, and what supervisors keep. */
function Tools() {
  const isSupervisor = useSession(({ user }) => user?.supervisor === true);
  const [opened, setOpened] = useState<'audit' | 'holds' | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <IconButton
        label={monitoringTexts.notice}
        icon={ShieldCheck}
        onClick={() => goTo(routePaths['admin.notice'])}
      />
      {isSupervisor && (
        <IconButton
          label={holdsTexts.list.title}
          icon={Archive}
          onClick={() => setOpened('holds')}
        />
      )}
      <IconButton label={texts.open} icon={ScrollText} onClick={() => setOpened('audit')} />
      {opened === 'audit' && <AuditDialog onClose={close} />}
      {opened === 'holds' && <HoldListDialog onClose={close} />}
    </>
  );
}
