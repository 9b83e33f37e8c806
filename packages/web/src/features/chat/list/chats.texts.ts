import type { MessageType } from '@chat/contract/messages';

const kinds: Record<MessageType, string> = {
  TEXT: '',
  IMAGE: 'Imagen',
  VIDEO: 'Vídeo',
  FILE: 'Archivo',
};

export const chatsTexts = {
  list: 'Conversaciones',
  search: 'Buscar por email',
  general: 'General',
  groupChat: 'Chat grupal',
  personalChat: 'Mi chat',
  personalChatHint: 'Solo tú puedes leerlo',
  personalChatFailed: 'No se pudo abrir tu chat',
  listFailed: 'No se pudieron cargar las conversaciones',
  nobody: 'Todavía no hay nadie más en el grupo',
  notFound: 'Sin resultados',
  noMessages: 'Sin mensajes',
  inactive: 'Ya no participa',
  kinds,
  options: 'Opciones de la conversación',
  muted: 'Silenciado',
  mentionsOnly: 'Solo menciones',
  mutedUntil: (until: string) => `Silenciado hasta ${until}`,
  blocked: 'Esta persona no tiene acceso ahora: no leerá lo que escribas hasta que lo recupere.',
  outside: 'Fuera de su horario: no se le avisará',
  outsideUntil: (when: string) => `Fuera de su horario: no se le avisará hasta ${when}`,
  supervised: 'Este chat puede ser supervisado',
  backToList: 'Volver a la lista',
  choose: 'Elige una conversación',
  chooseHint: 'Selecciona a quién escribir en la lista.',
  noAccess: 'No tienes acceso a este grupo',
  noAccessHint: 'Puede que ya no participes en él.',
  back: 'Volver a mis grupos',
};

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
