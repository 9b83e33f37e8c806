import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { readAttachment, useAttachments } from './attachments.ts';
import { outgoingFor, useOutbox } from './outbox.ts';

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

/** The file of a message on its way, if any; after a reload it is first read from where it was kept. */
export function useOutgoingFile(referenceId: string | null): File | undefined {
  const file = useAttachments(({ files }) => (referenceId ? files[referenceId] : undefined));
  useEffect(() => {
    if (!file && referenceId) void readAttachment(referenceId);
  }, [file, referenceId]);
  return file;
}

const LATE_AFTER_MS = 1_000;

/** Whether a message should have been answered by now; one that an earlier page has left should (rules/messages 24). */
export function useIsLate(referenceId: string): boolean {
  const [isLate, setLate] = useState(() => outgoingFor(referenceId) >= LATE_AFTER_MS);
  useEffect(() => {
    if (isLate) return;
    const timer = setTimeout(() => setLate(true), LATE_AFTER_MS - outgoingFor(referenceId));
    return () => clearTimeout(timer);
  }, [isLate, referenceId]);
  return isLate;
}
