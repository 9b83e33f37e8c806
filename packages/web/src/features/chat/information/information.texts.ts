import type { Original } from '@chat/contract/messages';

export const informationTexts = {
  title: 'Información del mensaje',
  seenBy: 'Visto por',
  deliveredTo: 'Entregado a',
  pending: 'Pendiente',
  nobody: 'Nadie',
  unknownTime: 'Hora desconocida',
  recorded: 'Cada consulta queda en el registro de auditoría.',
  refresh: 'Actualizar',
  failed: 'No se pudo cargar la información del mensaje',
  gone: 'El mensaje ya no está disponible.',
};

const reasons: Record<Original['reason'], string> = { EDITED: 'Editado', DELETED: 'Eliminado' };

export const originalsTexts = {
  title: 'Historial del mensaje',
  hint: 'Lo que decía antes de que su autor lo cambiara, lo más antiguo primero. Cada consulta queda en el registro de auditoría.',
  list: 'Versiones anteriores',
  from: 'De',
  until: 'a',
  reasons,
  noText: 'Sin texto',
  file: (name: string) => `Archivo: ${name}`,
  mentions: (emails: string[]) => `Menciona a ${emails.join(', ')}`,
  none: 'No se conserva ninguna versión anterior',
  noneHint: 'Las versiones anteriores se borran pasados unos días.',
  more: 'Mostrar más',
  failed: 'No se pudo cargar el historial',
  gone: 'El mensaje ya no está disponible',
};
