import type { AuditAction, AuditEvent } from '@chat/contract/audit';
import { personName } from '../../shared/ui/person.tsx';

const someone = (email: string | null, deletedAt: string | null, otherwise: string) =>
  email === null ? otherwise : personName({ email, deletedAt });
const to = ({ targetEmail, targetDeletedAt }: AuditEvent) =>
  someone(targetEmail, targetDeletedAt, 'un usuario');
const group = ({ groupName }: AuditEvent) => `grupo ${groupName ?? 'sin nombre'}`;
const named = (before: string, detail: string | null) =>
  detail ? `${before} «${detail}»` : before;

function messages({ fromSeq, toSeq }: AuditEvent): string {
  if (fromSeq === null || toSeq === null) return '';
  return fromSeq === toSeq ? ` (mensaje ${toSeq})` : ` (mensajes ${fromSeq} a ${toSeq})`;
}

const did: Record<AuditAction, (event: AuditEvent) => string> = {
  CHAT_LIST_READ: () => 'vio la lista de conversaciones con sus últimos mensajes',
  CHAT_READ: (event) => `leyó la conversación${messages(event)}`,
  SEARCH: ({ detail, chatId }) =>
    `${named('buscó', detail)} ${chatId === null ? 'en las conversaciones, sin resultados' : 'y vio mensajes de la conversación'}`,
  WATCH_STARTED: () => 'empezó a seguir la conversación en directo',
  WATCH_ENDED: ({ toSeq }) =>
    `dejó de seguir la conversación en directo${toSeq === null ? '' : ` (hasta el mensaje ${toSeq})`}`,
  FILE_READ: ({ detail }) => named('abrió el archivo', detail),
  THUMBNAIL_READ: ({ detail }) => named('vio la miniatura de', detail),
  HISTORY: ({ messageSenderEmail }) =>
    `leyó el historial de un mensaje de ${messageSenderEmail ?? 'un usuario'}`,
  INFO: ({ messageSenderEmail }) =>
    `vio quién ha leído un mensaje de ${messageSenderEmail ?? 'un usuario'}`,
  MESSAGE_DELETED: ({ messageSenderEmail }) =>
    `eliminó un mensaje de ${messageSenderEmail ?? 'un usuario'}`,
  PARTICIPANT_ADDED: (event) => `agregó a ${to(event)} al ${group(event)}`,
  PARTICIPANT_REMOVED: (event) => `quitó a ${to(event)} del ${group(event)}`,
  GROUP_DELETED: (event) => `eliminó el ${group(event)}`,
  USER_CREATED: (event) =>
    `registró a ${to(event)}${event.detail === 'ADMIN' ? ' como administrador' : ''}`,
  USER_UPDATED: (event) =>
    event.detail !== null && event.detail !== event.targetEmail
      ? `cambió el correo de ${event.detail} por ${to(event)}`
      : `actualizó los datos de ${to(event)}`,
  USER_BLOCKED: (event) => `bloqueó a ${to(event)}`,
  USER_UNBLOCKED: (event) => `desbloqueó a ${to(event)}`,
  USER_DELETED: ({ targetEmail }) => `eliminó a ${targetEmail ?? 'un usuario'}`,
  PASSWORD_SET: (event) => `cambió la contraseña de ${to(event)}`,
  PERMISSION_GIVEN: (event) => `dio a ${to(event)} la gestión del ${group(event)}`,
  PERMISSION_REMOVED: (event) => `quitó a ${to(event)} la gestión del ${group(event)}`,
  DEVICE_APPROVED: (event) => `autorizó un dispositivo de ${to(event)}`,
  DEVICE_REJECTED: (event) => `rechazó un dispositivo de ${to(event)}`,
  WORKING_HOURS_SET: ({ detail }) =>
    detail === null
      ? 'cambió el horario de la empresa'
      : named('cambió el horario de la oficina', detail),
};

/** The names of the actions of administrators and group managers on other people's data. */
export const auditTexts = {
  open: 'Registro de auditoría',
  title: 'Registro de auditoría',
  hint: 'Lo que los administradores leen de los demás y lo que cambian en sus cuentas, grupos y dispositivos. Nadie puede modificarlo.',
  list: 'Acciones registradas',
  did: (event: AuditEvent) => did[event.action](event),
  by: ({ actorEmail, actorDeletedAt }: AuditEvent) =>
    someone(actorEmail, actorDeletedAt, 'Línea de comandos'),
  groupChat: 'CHAT GRUPAL',
  directChat: (emails: string[]) => emails.join(' / '),
  more: 'Mostrar más',
  failed: 'No se pudo cargar el registro',
  none: 'Todavía no hay acciones registradas',
};
