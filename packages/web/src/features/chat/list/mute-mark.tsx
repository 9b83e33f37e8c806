import { AtSign, BellOff } from 'lucide-react';
import { formatWhen } from '../../../shared/format/when.ts';
import { serverNow } from '../../../shared/server-clock.ts';
import { chatsTexts as texts } from './chats.texts.ts';
import styles from './mute-mark.module.css';
import { type Notified, useMode } from './mutes.ts';

interface MuteMarkProps {
  entry: Notified;
  /** Says until when, where there is room. */
  hasTime?: boolean;
}

/** A small bell that is crossed out, or the sign of mentions; nothing where the chat notifies. */
export function MuteMark({ entry, hasTime = false }: MuteMarkProps) {
  const mode = useMode(entry);
  if (mode === 'all') return null;
  const label = mode === 'none' ? mutedLabel(entry, hasTime) : texts.mentionsOnly;
  const Icon = mode === 'none' ? BellOff : AtSign;
  return (
    <span className={styles.mark} role="img" aria-label={label} title={label}>
      <Icon aria-hidden="true" />
    </span>
  );
}

function mutedLabel({ notifications: { until } }: Notified, hasTime: boolean): string {
  if (until === null || !hasTime) return texts.muted;
  return texts.mutedUntil(formatWhen(until, new Date(serverNow())));
}
