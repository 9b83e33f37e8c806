import { lazy } from 'react';

/** The picker with its two thousand names comes when somebody is about to open it. */
export const loadPicker = () => import('./components/emoji-picker.tsx');

export const LazyEmojiPicker = lazy(async () => ({ default: (await loadPicker()).EmojiPicker }));
