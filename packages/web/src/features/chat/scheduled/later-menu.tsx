import { AlarmClock, CalendarClock, Sunrise } from 'lucide-react';
import { useState } from 'react';
import { serverNow } from '../../../shared/server-clock.ts';
import { MenuPopup } from '../../../shared/ui/menu-popup.tsx';
import type { usePopupButton } from '../../../shared/ui/popup-button.ts';
import type { ComposerHandle } from '../composer/composer-actions.ts';
import { useAvailability } from '../list/availability.ts';
import type { ChatTarget } from '../list/chat-lists.ts';
import { scheduledTexts as texts } from './scheduled.texts.ts';
import { useScheduleMessage } from './scheduled.ts';
import { offeredMornings, sayWhen, tomorrowMorning } from './times.ts';
import { WhenDialog } from './when-dialog.tsx';

interface LaterMenuProps {
  target: ChatTarget;
  composer: ComposerHandle;
  popup: ReturnType<typeof usePopupButton>['popup'];
}

/** When the text is to be sent: what is asked for most, or a day and a time. */
export function LaterMenu({ target, composer, popup }: LaterMenuProps) {
  const [isPicking, setPicking] = useState(false);
  const { outside, until } = useAvailability(target);
  const { mutateAsync } = useScheduleMessage(target);
  const schedule = async (sendAt: Date) => {
    const draft = composer.read();
    await mutateAsync({ draft, sendAt });
    composer.clear(draft);
  };
  // A failure is said, and the text stays where it is.
  const handleSelect = (sendAt: Date) => () => void schedule(sendAt).catch(() => undefined);
  const now = new Date(serverNow());
  const theirs = outside &&
    until !== null && {
      label: texts.atTheirHours,
      hint: sayWhen(until, now),
      icon: AlarmClock,
      onSelect: handleSelect(new Date(until)),
    };
  const items = [
    ...(theirs ? [theirs] : []),
    ...offeredMornings(now).map(({ label, at }) => ({
      label,
      icon: Sunrise,
      onSelect: handleSelect(at),
    })),
    { label: texts.pick, icon: CalendarClock, onSelect: () => setPicking(true) },
  ];
  return (
    <>
      <MenuPopup {...popup} label={texts.later} items={items} side="top" />
      {isPicking && (
        <WhenDialog
          title={texts.later}
          label={texts.schedule}
          at={tomorrowMorning(now)}
          onSubmit={({ sendAt }) => schedule(sendAt)}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  );
}
