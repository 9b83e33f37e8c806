import { create } from 'zustand';

/** The message whose image is looked at, if any. It outlives its row, which scrolling may take away. */
export const usePreview = create<{ messageId: string | null }>(() => ({ messageId: null }));

export const openPreview = (messageId: string): void => usePreview.setState({ messageId });
export const closePreview = (): void => usePreview.setState({ messageId: null });
