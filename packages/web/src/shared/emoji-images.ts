/** Where the emojis' images lie; the version keeps what browsers hold for good true when they change. */
export const EMOJI_IMAGES = '/assets/emojis/16.0.0';

/** An image is named after the code points of its emoji. */
export const emojiImage = (emoji: string): string => {
  const codes = Array.from(emoji, (character) => character.codePointAt(0)?.toString(16) ?? '');
  return `${EMOJI_IMAGES}/${codes.map((code) => code.padStart(4, '0')).join('-')}.png`;
};
