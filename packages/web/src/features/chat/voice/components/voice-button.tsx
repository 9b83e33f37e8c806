import { useFetchedWhenIdle } from '../../../../shared/hooks/use-fetched-when-idle.ts';
import { latePart } from '../../../../shared/ui/late-part.tsx';
import type { VoiceProps } from './voice-recorder.tsx';

const late = latePart(() => import('./voice-recorder.tsx'));

/** Comes once the page is settled: it is not what a chat is opened for. */
export function VoiceButton(props: VoiceProps) {
  useFetchedWhenIdle(late.load);
  const part = late.usePart(false);
  return part && <part.VoiceRecorder {...props} />;
}
