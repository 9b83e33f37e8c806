import type { MessageType } from '@chat/contract/messages';

const kinds: Record<MessageType, string> = {
  TEXT: '',
  IMAGE: 'Imagen',
  VIDEO: 'Vídeo',
  FILE: 'Archivo',
};

/** The administration's page 'Chats'. */
export const monitoringTexts = {
  title: 'Chats',
  list: 'Conversaciones',
  search: 'Buscar por email',
  groupChat: 'CHAT GRUPAL',
  directChat: (emails: string[]) => emails.join(' / '),
  kinds,
  more: 'Mostrar más',
  failed: 'No se pudieron cargar las conversaciones',
  none: 'Todavía no hay conversaciones',
  noneHint: 'Las de los grupos y las directas aparecerán aquí con su primer mensaje.',
  nothingFound: 'Sin resultados',
  choose: 'Elige una conversación',
  chooseHint: 'Selecciónala en la lista para leer sus mensajes.',
};
