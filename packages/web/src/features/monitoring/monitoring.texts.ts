import type { MessageType } from '@chat/contract/messages';
import { formatWhen } from '../../shared/format/time.ts';

const kinds: Record<MessageType, string> = {
  TEXT: '',
  IMAGE: 'Imagen',
  VIDEO: 'Vídeo',
  FILE: 'Archivo',
};

/** The administration's page 'Chats'. */
export const monitoringTexts = {
  title: 'Chats',
  notice: 'Aviso de privacidad',
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
  off: 'La supervisión de conversaciones está desactivada',
  open: 'Abrir conversación',
  openHint: (name: string) =>
    `«${name}» se abre para ti durante 60 minutos. El motivo queda en el registro de auditoría.`,
  openFailed: 'No se pudo abrir la conversación',
  openUntil: (instant: string) => `Abierta hasta ${formatWhen(instant, new Date(instant))}`,
  close: 'Cerrar conversación',
  closeFailed: 'No se pudo cerrar la conversación',
  ended: 'La conversación se ha cerrado. Para leerla otra vez, ábrela con un motivo.',
  choose: 'Elige una conversación',
  chooseHint: 'Selecciónala en la lista para leer sus mensajes.',
};
