import { create } from 'zustand';

interface Preview {
  messageId: string | null;
  /** Of the viewer's own message that was on its way when it was opened. */
  referenceId: string | null;
}

/** The message whose image is looked at, if any. It outlives its row, which scrolling may take away. */
export const usePreview = create<Preview>(() => ({ messageId: null, referenceId: null }));

export const openPreview = (messageId: string): void =>
  usePreview.setState({ messageId, referenceId: null });
export const openOwnPreview = (referenceId: string): void =>
  usePreview.setState({ messageId: null, referenceId });
export const closePreview = (): void => usePreview.setState({ messageId: null, referenceId: null });
