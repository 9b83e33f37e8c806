import { SendHorizontal, Trash2 } from 'lucide-react';
import { cx } from '../../../../shared/ui/cx.ts';
import { IconButton } from '../../../../shared/ui/icon-button.tsx';
import { formatClock } from '../clock.ts';
import type { Recording } from '../recordings.ts';
import { voiceTexts } from '../voice.texts.ts';
import styles from './recording-bar.module.css';
import { Wave } from './wave.tsx';

interface RecordingBarProps {
  recording: Recording;
  onCancel: () => void;
  onSend: () => void;
}

/** Time and level of what is being recorded, or of what was when it ended by itself. */
export function RecordingBar({ recording, onCancel, onSend }: RecordingBarProps) {
  const { phase, ms, levels, ending } = recording;
  const isOn = phase === 'recording';
  const isAsking = phase === 'asking';
  const ended = ending === null ? voiceTexts.now : voiceTexts.endings[ending];
  return (
    <fieldset className={styles.recorder} aria-label={voiceTexts.recording} data-instead>
      <p className={isOn ? 'visually-hidden' : styles.note} role="status">
        {isAsking ? voiceTexts.asking : ended}
      </p>
      <div className={styles.bar}>
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

/** What had the focus is out of sight. */
const focusAtFirst = (button: HTMLButtonElement | null) => button?.focus();
