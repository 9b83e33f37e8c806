export const presenceTexts = {
  offline: 'Sin conexión. Reconectando…',
  typing: 'está escribiendo…',
};
