export const presenceTexts = {
  offline: 'Sin conexión',
  reconnecting: '. Reconectando…',
  typing: 'está escribiendo…',
};
