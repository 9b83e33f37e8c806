import type { AuditEvent } from '@chat/contract/audit/audit.schema';

/** What administrators did with conversations that are not theirs. */
export const auditTexts = {
  open: 'Registro de auditoría',
  title: 'Registro de auditoría',
  hint: 'Lo que los administradores leen y eliminan en las conversaciones. Nadie puede modificarlo.',
  list: 'Acciones registradas',
  did: ({ action, messageSenderEmail }: AuditEvent) =>
    action === 'CHAT_READ'
      ? 'leyó la conversación'
      : `eliminó un mensaje de ${messageSenderEmail ?? 'un usuario'}`,
  groupChat: 'CHAT GRUPAL',
  directChat: (emails: string[]) => emails.join(' / '),
  more: 'Mostrar más',
  failed: 'No se pudo cargar el registro',
  none: 'Todavía no hay acciones registradas',
};
