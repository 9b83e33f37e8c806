import { create } from 'zustand';
import { useOutbox } from './outbox.ts';

/** How much of each file under way has left this computer, by its message's reference. */
const useUploadProgress = create<{ shares: Record<string, number> }>(() => ({ shares: {} }));

export const useUploadShare = (referenceId: string): number | undefined =>
  useUploadProgress(({ shares }) => shares[referenceId]);

export const setUploadShare = (referenceId: string, share: number): void =>
  useUploadProgress.setState(({ shares }) => ({ shares: { ...shares, [referenceId]: share } }));

export const clearUploadShare = (referenceId: string): void =>
  useUploadProgress.setState(({ shares: { [referenceId]: _, ...shares } }) => ({ shares }));

/** Aborted once the message is no longer to be sent, wherever that was decided. */
export function whileOutgoing(referenceId: string): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const stop = useOutbox.subscribe(({ messages }) => {
    if (!messages.some((one) => one.referenceId === referenceId)) controller.abort();
  });
  return { signal: controller.signal, stop };
}
