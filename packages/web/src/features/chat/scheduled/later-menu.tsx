import { AlarmClock, CalendarClock, Sunrise } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { serverNow } from '../../../shared/server-clock.ts';
import { FormDialog, SubmitButtons } from '../../../shared/ui/form-dialog.tsx';
import { MenuPopup } from '../../../shared/ui/menu-popup.tsx';
import type { usePopupButton } from '../../../shared/ui/popup-button.ts';
import { FieldRow } from '../../../shared/ui/save-form-dialog.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import type { ComposerHandle } from '../composer/composer-actions.ts';
import { useAvailability } from '../list/availability.ts';
import type { ChatTarget } from '../list/chat-lists.ts';
import { scheduledTexts as texts } from './scheduled.texts.ts';
import { useScheduleMessage } from './scheduled.ts';
import { dayField, mondayMorning, problemOf, readTime, sayWhen, tomorrowMorning } from './times.ts';

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
    { label: texts.tomorrow, icon: Sunrise, onSelect: handleSelect(tomorrowMorning(now)) },
    { label: texts.monday, icon: Sunrise, onSelect: handleSelect(mondayMorning(now)) },
    { label: texts.pick, icon: CalendarClock, onSelect: () => setPicking(true) },
  ];
  return (
    <>
      <MenuPopup {...popup} label={texts.later} items={items} side="top" />
      {isPicking && <PickTimeDialog onPick={schedule} onClose={() => setPicking(false)} />}
    </>
  );
}

const FIRST_TIME = '09:00';

interface PickTimeDialogProps {
  /** Rejects when the text could not be scheduled: the dialog stays. */
  onPick: (sendAt: Date) => Promise<void>;
  onClose: () => void;
}

function PickTimeDialog({ onPick, onClose }: PickTimeDialogProps) {
  const [begin] = useState(() => dayField(tomorrowMorning(new Date(serverNow()))));
  const [day, setDay] = useState(begin);
  const [time, setTime] = useState(FIRST_TIME);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    // The form is within the composer's as React sees it.
    event.stopPropagation();
    const sendAt = readTime(day, time);
    const found = problemOf(sendAt, new Date(serverNow()));
    setProblem(found);
    if (isBusy || found || !sendAt) return;
    setBusy(true);
    await onPick(sendAt).then(onClose, () => setBusy(false));
  };
  const change = (set: (value: string) => void) => (value: string) => {
    setProblem(undefined);
    set(value);
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={texts.later}
      width={400}
      onSubmit={(event) => void handleSubmit(event)}
      isChanged={day !== begin || time !== FIRST_TIME}
      footer={
        <SubmitButtons
          label={texts.schedule}
          isDisabled={false}
          isBusy={isBusy}
          onCancel={onClose}
        />
      }
    >
      <FieldRow>
        <TextField
          label={texts.day}
          type="date"
          min={dayField(new Date(serverNow()))}
          value={day}
          error={problem}
          onChange={({ target }) => change(setDay)(target.value)}
        />
        <TextField
          label={texts.time}
          type="time"
          value={time}
          onChange={({ target }) => change(setTime)(target.value)}
        />
      </FieldRow>
    </FormDialog>
  );
}
