import { create } from 'zustand';
import { useOutbox } from './outbox.ts';

/** How much of each file under way has left this computer, by its message's reference. */
const useUploads = create<{ shares: Record<string, number> }>(() => ({ shares: {} }));

export const useUploadShare = (referenceId: string): number | undefined =>
  useUploads(({ shares }) => shares[referenceId]);

export const noteUpload = (referenceId: string, share: number): void =>
  useUploads.setState(({ shares }) => ({ shares: { ...shares, [referenceId]: share } }));

export const forgetUpload = (referenceId: string): void =>
  useUploads.setState(({ shares: { [referenceId]: _, ...shares } }) => ({ shares }));

/** Aborted once the message is no longer to be sent, wherever that was decided. */
export function whileOutgoing(referenceId: string): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const stop = useOutbox.subscribe(({ messages }) => {
    if (!messages.some((held) => held.referenceId === referenceId)) controller.abort();
  });
  return { signal: controller.signal, stop };
}
