export const presenceTexts = {
  typing: 'está escribiendo…',
};
