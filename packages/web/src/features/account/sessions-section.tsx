import type { OwnSession } from '@chat/contract/auth';
import { LogOut, MonitorSmartphone, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../shared/ui/dialog.tsx';
import { FailureState, ListSkeleton } from '../../shared/ui/placeholders.tsx';
import { Time } from '../../shared/ui/time.tsx';
import styles from './account.module.css';
import { accountTexts } from './account.texts.ts';
import { useEndOtherSessions, useEndSession, useOwnSessions } from './api.ts';
import { Section } from './sections.tsx';

const texts = accountTexts.sessions;

/** Sessions that are listed at first; those in use are among them. */
const SHOWN = 8;

interface SessionsSectionProps {
  /** Ends the session of this browser. */
  onLogOut: () => void;
}

/** Where the person is signed in, and the way to end it (rules/account 2). */
export function SessionsSection({ onLogOut }: SessionsSectionProps) {
  const sessions = useOwnSessions();
  const [isWhole, setWhole] = useState(false);
  const list = sessions.data ?? [];
  const shown = isWhole ? list : list.slice(0, SHOWN);
  const others = list.filter(({ current }) => !current).length;
  return (
    <Section title={texts.title} hint={texts.hint}>
      {sessions.isPending && <ListSkeleton rows={2} />}
      {sessions.isError && !sessions.data && (
        <FailureState title={texts.failed} onRetry={() => void sessions.refetch()} />
      )}
      <SessionList sessions={shown} onLogOut={onLogOut} />
      {shown.length < list.length && (
        <Button variant="ghost" className={styles.action} onClick={() => setWhole(true)}>
          {texts.showAll(list.length)}
        </Button>
      )}
      {others > 0 && <EndOthers count={others} />}
    </Section>
  );
}

interface SessionListProps extends SessionsSectionProps {
  sessions: OwnSession[];
}

function SessionList({ sessions, onLogOut }: SessionListProps) {
  const [asked, setAsked] = useState<OwnSession | null>(null);
  const end = useEndSession();
  const close = () => setAsked(null);
  const confirm = () => {
    if (!asked) return;
    if (asked.current) onLogOut();
    else end.mutate(asked.uuid, { onSettled: close });
  };
  if (sessions.length === 0) return null;
  return (
    <>
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <SessionRow key={session.uuid} session={session} onEnd={() => setAsked(session)} />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={asked !== null}
        title={texts.endTitle}
        confirmLabel={texts.confirm}
        isBusy={end.isPending}
        isDanger
        onClose={close}
        onConfirm={confirm}
      >
        {asked && (asked.current ? texts.endCurrentQuestion : texts.endQuestion(nameOf(asked)))}
      </ConfirmDialog>
    </>
  );
}

const nameOf = ({ device }: OwnSession) => device.name ?? texts.unknownDevice;

const PHONE = /Android|iOS|iPhone|iPad/;

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const name = nameOf(session);
  const Icon = PHONE.test(name) ? Smartphone : MonitorSmartphone;
  return (
    <li className={styles.session}>
      <span className={styles.deviceIcon}>
        <Icon aria-hidden="true" />
      </span>
      <div className={styles.device}>
        <p className={styles.deviceName}>
          {name}
          {session.current && <Badge tone="success">{texts.current}</Badge>}
        </p>
        <p className={styles.details}>
          {session.address && <span>{session.address}</span>}
          <span>
            {texts.used} <Time instant={session.lastUsedAt} />
          </span>
          <span>
            {texts.began} <Time instant={session.createdAt} />
          </span>
        </p>
      </div>
      <Button variant="secondary" size="s" aria-label={texts.endNamed(name)} onClick={onEnd}>
        {texts.end}
      </Button>
    </li>
  );
}

function EndOthers({ count }: { count: number }) {
  const [isAsking, setAsking] = useState(false);
  const end = useEndOtherSessions();
  const close = () => setAsking(false);
  return (
    <>
      <Button
        variant="secondary"
        className={styles.action}
        icon={<LogOut aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {texts.endOthers}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.endOthersTitle}
        confirmLabel={texts.confirmOthers}
        isBusy={end.isPending}
        isDanger
        onClose={close}
        onConfirm={() => end.mutate(undefined, { onSettled: close })}
      >
        {texts.endOthersQuestion(count)}
      </ConfirmDialog>
    </>
  );
}
