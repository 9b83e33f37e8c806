import { isBlank, messageErrors } from '@chat/contract/checks';
import { AlarmClock, CalendarClock, Sunrise } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { serverNow } from '../../../shared/server-clock.ts';
import { FormDialog, SubmitButtons } from '../../../shared/ui/form-dialog.tsx';
import { MenuPopup } from '../../../shared/ui/menu-popup.tsx';
import type { usePopupButton } from '../../../shared/ui/popup-button.ts';
import { FieldRow } from '../../../shared/ui/save-form-dialog.tsx';
import { TextArea, TextField } from '../../../shared/ui/text-field.tsx';
import type { ComposerHandle } from '../composer/composer-actions.ts';
import { canSend } from '../composer/text-input.ts';
import { useAvailability } from '../list/availability.ts';
import type { ChatTarget } from '../list/chat-lists.ts';
import { scheduledTexts as texts } from './scheduled.texts.ts';
import { useScheduleMessage } from './scheduled.ts';
import {
  dayField,
  offeredMornings,
  problemOf,
  readTime,
  sayWhen,
  timeField,
  tomorrowMorning,
} from './times.ts';

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

interface WhenDialogProps {
  title: string;
  label: string;
  /** The time that stands there first. */
  at: Date;
  /** The text, where that is to be changed, too. */
  text?: string;
  /** Rejects when the server refuses: the dialog stays. */
  onSubmit: (said: { text: string; sendAt: Date }) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a day and a time to send at, and for the text where there is one. */
export function WhenDialog({ title, label, at, text, onSubmit, onClose }: WhenDialogProps) {
  const [begin] = useState(() => ({ text, day: dayField(at), time: timeField(at) }));
  const [typed, setTyped] = useState(begin);
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    // The form is within the composer's as React sees it.
    event.stopPropagation();
    const sendAt = readTime(typed.day, typed.time);
    const found: Problems = {
      text: textProblemOf(typed.text),
      time: problemOf(sendAt, new Date(serverNow())),
    };
    setProblems(found);
    if (isBusy || found.text || found.time || !sendAt) return;
    setBusy(true);
    await onSubmit({ text: typed.text ?? '', sendAt }).then(onClose, () => setBusy(false));
  };
  const change = (changed: Partial<typeof typed>) => {
    setProblems({});
    setTyped({ ...typed, ...changed });
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={title}
      width={text === undefined ? 400 : 500}
      onSubmit={(event) => void handleSubmit(event)}
      isChanged={JSON.stringify(typed) !== JSON.stringify(begin)}
      footer={<SubmitButtons label={label} isDisabled={false} isBusy={isBusy} onCancel={onClose} />}
    >
      {typed.text !== undefined && (
        <TextArea
          label={texts.message}
          rows={6}
          dir="auto"
          value={typed.text}
          error={problems.text}
          onChange={({ target }) => change({ text: target.value })}
        />
      )}
      <TimeFields {...typed} problem={problems.time} onChange={change} />
    </FormDialog>
  );
}

interface TimeFieldsProps {
  day: string;
  time: string;
  problem: string | undefined;
  onChange: (changed: { day?: string; time?: string }) => void;
}

function TimeFields({ day, time, problem, onChange }: TimeFieldsProps) {
  return (
    <FieldRow>
      <TextField
        label={texts.day}
        type="date"
        min={dayField(new Date(serverNow()))}
        value={day}
        error={problem}
        hint={problem ? undefined : saidOf(day, time)}
        onChange={({ target }) => onChange({ day: target.value })}
      />
      <TextField
        label={texts.time}
        type="time"
        value={time}
        onChange={({ target }) => onChange({ time: target.value })}
      />
    </FieldRow>
  );
}

interface Problems {
  text?: string | undefined;
  time?: string | undefined;
}

function textProblemOf(text: string | undefined): string | undefined {
  if (text === undefined || canSend(text)) return undefined;
  return isBlank(text) ? messageErrors.blank : messageErrors.tooLong;
}

/** When it will go: a time that the clock skips on that day is another one. */
function saidOf(day: string, time: string): string | undefined {
  const now = new Date(serverNow());
  const sendAt = readTime(day, time);
  if (!sendAt || problemOf(sendAt, now)) return undefined;
  return texts.willBeSent(sayWhen(sendAt.toISOString(), now));
}
