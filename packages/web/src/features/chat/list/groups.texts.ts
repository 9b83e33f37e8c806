export const groupsTexts = {
  ownGroups: 'Mis grupos',
  unread: 'mensaje(s) sin leer',
  none: 'Todavía no perteneces a ningún grupo',
  noneHint:
    'En un grupo se conversa con todos a la vez o con cada uno a solas. Cuando un administrador te agregue a uno, aparecerá aquí.',
  writeNotes: 'Escribir notas para mí',
  failed: 'No se pudieron cargar tus grupos',
  retry: 'Reintentar',
};
