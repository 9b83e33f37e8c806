import { Mic } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../../../shared/ui/icon-button.tsx';
import { useConfig } from '../../../system/api/get-config.ts';
import {
  cancelRecording,
  leaveRecording,
  type Recorded,
  startRecording,
  takeRecording,
  useRecordings,
} from '../recordings.ts';
import { voiceTexts } from '../voice.texts.ts';
import { RecordingBar } from './recording-bar.tsx';

export interface VoiceProps {
  /** The chat into which it is sent. */
  hash: string;
  /** Nothing is typed that a recording would stand beside. */
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
    const recorded = await takeRecording(hash);
    if (recorded) onSend(recorded);
  };
  if (recording) {
    return (
      <RecordingBar
        recording={recording}
        onCancel={() => cancelRecording(hash)}
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
