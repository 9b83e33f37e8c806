import { CalendarClock, CalendarX2 } from 'lucide-react';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { lateDialog } from '../../../shared/ui/late-part.tsx';
import { scheduledTexts as texts } from './scheduled.texts.ts';
import { type ScheduledPlace, useKnownScheduled } from './scheduled.ts';
import styles from './send-later.module.css';

/** The dialog of a chat's scheduled messages. */
export const scheduledDialog = lateDialog<ScheduledPlace>(
  async () => (await import('./scheduled-dialog.tsx')).ScheduledDialog,
);

/** A quiet mark in a chat's header while own messages wait there, or could not be sent. */
export function ScheduledMark({ chatId, hash }: ScheduledPlace) {
  const own = useKnownScheduled().filter((one) => one.chatId === chatId);
  if (own.length === 0) return null;
  const dropped = own.filter(({ droppedAt }) => droppedAt !== null).length;
  return (
    <IconButton
      label={dropped > 0 ? texts.notSent(dropped) : texts.waiting(own.length)}
      icon={dropped > 0 ? CalendarX2 : CalendarClock}
      variant={dropped > 0 ? 'danger' : 'ghost'}
      className={dropped > 0 ? styles.notSent : undefined}
      aria-haspopup="dialog"
      onClick={() => scheduledDialog.open({ chatId, hash })}
    />
  );
}

/** The entry of the chat's menu that opens them. */
export const scheduledItem = (place: ScheduledPlace) => ({
  label: texts.title,
  icon: CalendarClock,
  onSelect: () => scheduledDialog.open(place),
});
