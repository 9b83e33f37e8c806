export const groupsTexts = {
  ownGroups: 'Mis grupos',
  unread: 'mensaje(s) sin leer',
  none: 'Todavía no perteneces a ningún grupo',
  noneHint: 'Cuando un administrador te agregue a uno, aparecerá aquí.',
  failed: 'No se pudieron cargar tus grupos',
  retry: 'Reintentar',
};
