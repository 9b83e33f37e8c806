import { onSessionEnd } from '../../../../shared/session.ts';

/** Readers of a flood of messages send no more than one signal of a chat in this time; it says how far, so nothing is lost. */
const SIGNAL_INTERVAL_MS = 250;

type Emit = (upToSeq: number) => void;

/**
 * Emits a mark at once, and while more of the same chat come the furthest of them from time to time. What a session
 * leaves is not emitted in the next one.
 */
export function gatherMarks(): (chatId: string, upToSeq: number, emit: Emit) => void {
  const resting = new Map<string, { upToSeq: number }>();
  onSessionEnd(() => resting.clear());
  return function mark(chatId, upToSeq, emit) {
    const before = resting.get(chatId);
    if (before) {
      before.upToSeq = Math.max(before.upToSeq, upToSeq);
      return;
    }
    emit(upToSeq);
    const reached = { upToSeq };
    resting.set(chatId, reached);
    setTimeout(() => {
      if (resting.get(chatId) !== reached) return;
      resting.delete(chatId);
      if (reached.upToSeq > upToSeq) mark(chatId, reached.upToSeq, emit);
    }, SIGNAL_INTERVAL_MS);
  };
}
