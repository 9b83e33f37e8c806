import { latePart } from '../../../../shared/ui/late-part.tsx';
import type { AudioPlayerProps } from '../../voice/components/audio-player.tsx';

const late = latePart(() => import('../../voice/components/audio-player.tsx'));

/** Plays in place (rules/voice 13); until the player is there it is a file like others, of the same height. */
export function MessageAudio(props: AudioPlayerProps) {
  const part = late.usePart(true);
  return part ? <part.AudioPlayer {...props} /> : props.fallback;
}
