import { Mic, SendHorizontal, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { cx } from '../../../shared/ui/cx.ts';
import { isFocusLost } from '../../../shared/ui/focus.ts';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { useConfig } from '../../system/api.ts';
import {
  cancelRecording,
  goOnRecording,
  leaveRecording,
  type Recorded,
  type Recording,
  startRecording,
  takeRecording,
  useRecordings,
} from './recordings.ts';
import { voiceTexts } from './voice.texts.ts';
import styles from './voice-recorder.module.css';
import { formatClock, Wave } from './waveform.tsx';

export interface VoiceProps {
  /** The chat into which it is sent. */
  hash: string;
  /** The composer is empty, so that no typed text is beside the recording. */
  isEmpty: boolean;
  onSend: (recorded: Recorded) => void;
}

/** The button that records, and in place of all that is written with, what is being recorded (rules/voice 9). */
export function VoiceRecorder({ hash, isEmpty, onSend }: VoiceProps) {
  const recording = useRecordings(({ byChat }) => byChat[hash]);
  const maxUploadBytes = useConfig().data?.maxUploadBytes;
  const button = useRef<HTMLButtonElement>(null);
  const isRecording = recording !== undefined;
  const wasRecording = useRef(false);
  useEffect(() => () => leaveRecording(hash), [hash]);
  useEffect(() => {
    // The button that was pressed went with the bar.
    if (wasRecording.current && !isRecording) button.current?.focus();
    wasRecording.current = isRecording;
  }, [isRecording]);
  const send = async () => {
    for (const part of await takeRecording(hash)) onSend(part);
  };
  if (recording) {
    return (
      <RecordingBar
        recording={recording}
        onCancel={() => cancelRecording(hash)}
        onGoOn={() => void goOnRecording(hash)}
        onSend={() => void send()}
      />
    );
  }
  if (!isEmpty) return null;
  return (
    <IconButton
      ref={button}
      label={voiceTexts.record}
      icon={Mic}
      withTooltip={false}
      onClick={() => void startRecording(hash, maxUploadBytes)}
    />
  );
}

interface RecordingBarProps {
  recording: Recording;
  onCancel: () => void;
  onGoOn: () => void;
  onSend: () => void;
}

/** Time and level of what is being recorded, or of what was when it paused or ended by itself. */
function RecordingBar({ recording, onCancel, onGoOn, onSend }: RecordingBarProps) {
  const { phase, ms, levels } = recording;
  const isOn = phase === 'recording';
  const isAsking = phase === 'asking';
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed to go on is gone; 'Enviar' is the last one.
    if (isOn && isFocusLost())
      bar.current?.querySelector<HTMLElement>(':scope > :last-child')?.focus();
  }, [isOn]);
  return (
    <fieldset className={styles.recorder} aria-label={voiceTexts.recording} data-instead>
      <p className={isOn ? 'visually-hidden' : styles.note} role="status">
        {stateOf(recording)}
      </p>
      <div ref={bar} className={styles.bar}>
        <IconButton
          ref={focusAtFirst}
          label={voiceTexts.cancel}
          icon={Trash2}
          variant="danger"
          withTooltip={false}
          onClick={onCancel}
        />
        <span className={cx(styles.dot, isOn && styles.on)} />
        <span className={styles.time} role="timer">
          {formatClock(ms)}
        </span>
        <div className={styles.level}>
          <Wave levels={levels.map((level) => level * 100)} isLive />
        </div>
        {phase === 'paused' && (
          <IconButton label={voiceTexts.goOn} icon={Mic} withTooltip={false} onClick={onGoOn} />
        )}
        <IconButton
          // Another button once it can be pressed, which then takes the focus.
          key={isAsking ? 'asking' : 'ready'}
          ref={focusAtFirst}
          label={voiceTexts.send}
          icon={SendHorizontal}
          variant="primary"
          withTooltip={false}
          disabled={isAsking}
          onClick={onSend}
        />
      </div>
    </fieldset>
  );
}

function stateOf({ phase, ending }: Recording): string {
  if (ending !== null) return voiceTexts.endings[ending];
  if (phase === 'asking') return voiceTexts.asking;
  return phase === 'paused' ? voiceTexts.paused : voiceTexts.now;
}

/** The element that had the focus is out of sight. */
const focusAtFirst = (button: HTMLButtonElement | null) => button?.focus();
