export const forwardTexts = {
  title: 'Reenviar mensaje',
  forward: 'Reenviar',
  search: 'Buscar conversación',
  max: (count: number) => `Puedes elegir hasta ${count} conversaciones.`,
  failed: 'No se pudieron cargar tus conversaciones',
  someFailed: 'No se pudieron cargar todas tus conversaciones.',
  retry: 'Reintentar',
  gone: 'El mensaje ya no está disponible.',
  sent: (names: string[]) =>
    names.length === 1 ? `Reenviando a ${names[0]}` : `Reenviando a ${names.length} conversaciones`,
};
