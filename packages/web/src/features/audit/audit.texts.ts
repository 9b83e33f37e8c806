import type { AuditAction, AuditEvent } from '@chat/contract/audit';
import { personName } from '../../shared/ui/person.tsx';

const someone = (email: string | null, deletedAt: string | null, otherwise: string) =>
  email === null ? otherwise : personName({ email, deletedAt });
const to = ({ targetEmail, targetDeletedAt }: AuditEvent) =>
  someone(targetEmail, targetDeletedAt, 'un usuario');
const isOwn = ({ actorId, targetId }: AuditEvent) => actorId !== null && actorId === targetId;
const dataOf = (event: AuditEvent) => (isOwn(event) ? 'sus datos' : `los datos de ${to(event)}`);
const group = ({ groupName }: AuditEvent) => `grupo ${groupName ?? 'sin nombre'}`;
const named = (before: string, detail: string | null) =>
  detail ? `${before} «${detail}»` : before;

const held = (event: AuditEvent) =>
  event.chatId === null ? `lo escrito por ${to(event)}` : 'la conversación';

const days = (count: string) =>
  count === '1' ? '1 día' : `${Number(count).toLocaleString('es')} días`;

function messages({ fromSeq, toSeq }: AuditEvent): string {
  if (fromSeq === null || toSeq === null) return '';
  return fromSeq === toSeq ? ` (mensaje ${toSeq})` : ` (mensajes ${fromSeq} a ${toSeq})`;
}

const failures = new Map([
  ['PASSWORD', 'contraseña incorrecta'],
  ['CODE', 'código incorrecto'],
  ['BLOCKED', 'usuario bloqueado'],
  ['DEVICE', 'dispositivo sin autorizar'],
]);

/** The failures of an entry: 'PASSWORD', or those of a minute with their numbers: 'PASSWORD 12, CODE 3'. */
const reasons = (detail: string | null): string =>
  (detail ?? '')
    .split(', ')
    .map((failure) => {
      const [by = '', times] = failure.split(' ');
      const name = failures.get(by) ?? by;
      return times === undefined ? name : `${name} (${times} veces)`;
    })
    .join(', ')
    .replaceAll('(1 veces)', '(1 vez)');

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
    isOwn(event)
      ? 'se registró con su cuenta de empresa'
      : `registró a ${to(event)}${event.detail === 'ADMIN' ? ' como administrador' : ''}`,
  USER_UPDATED: (event) =>
    event.detail !== null && event.detail !== event.targetEmail
      ? `cambió el correo de ${event.detail} por ${to(event)}`
      : `actualizó los datos de ${to(event)}`,
  USER_BLOCKED: (event) => `bloqueó a ${to(event)}`,
  USER_UNBLOCKED: (event) => `desbloqueó a ${to(event)}`,
  USER_DELETED: ({ targetEmail }) => `eliminó a ${targetEmail ?? 'un usuario'}`,
  PASSWORD_SET: (event) => `cambió la contraseña de ${to(event)}`,
  TOTP_REMOVED: (event) => `quitó la verificación en dos pasos de ${to(event)}`,
  INVITATION_CREATED: (event) => `invitó a ${to(event)} a crear su contraseña`,
  INVITATION_USED: () => 'creó su contraseña con una invitación',
  COMPANY_BOUND: () => 'entró por primera vez con su cuenta de empresa',
  COMPANY_UNBOUND: (event) => `olvidó la cuenta de empresa de ${to(event)}`,
  USERS_IMPORTED: ({ detail }) =>
    detail === '1' ? 'importó a 1 usuario' : `importó a ${detail ?? 'varios'} usuarios`,
  USERS_EXPORTED: () => 'exportó la lista de usuarios',
  PERMISSION_GIVEN: (event) => `dio a ${to(event)} la gestión del ${group(event)}`,
  PERMISSION_REMOVED: (event) => `quitó a ${to(event)} la gestión del ${group(event)}`,
  DEVICE_APPROVED: (event) => `autorizó un dispositivo de ${to(event)}`,
  DEVICE_REJECTED: (event) => `rechazó un dispositivo de ${to(event)}`,
  WORKING_HOURS_SET: ({ detail }) =>
    detail === null
      ? 'cambió el horario de la empresa'
      : named('cambió el horario de la oficina', detail),
  RETENTION_SET: (event) =>
    event.detail === null
      ? `quitó el plazo de conservación del ${group(event)}`
      : `fijó en ${days(event.detail)} el plazo de conservación del ${group(event)}`,
  RETENTION_RUN: ({ detail }) =>
    detail === '1'
      ? 'eliminó 1 mensaje que había cumplido su plazo'
      : `eliminó ${detail ?? 'varios'} mensajes que habían cumplido su plazo`,
  HOLD_SET: (event) =>
    `ordenó conservar ${held(event)}${event.detail === null ? '' : `: ${event.detail}`}`,
  USER_ERASED: () => 'borró definitivamente a un usuario',
  GROUP_ERASED: (event) => `borró definitivamente el contenido del ${group(event)}`,
  HOLD_ENDED: (event) => `dejó de conservar ${held(event)}`,
  NOTICE_PUBLISHED: ({ detail }) => `publicó la versión ${detail} del aviso de privacidad`,
  NOTICE_WITHDRAWN: ({ detail }) => `retiró la versión ${detail} del aviso de privacidad`,
  NOTICE_ACCEPTED: ({ detail }) => `confirmó la versión ${detail} del aviso de privacidad`,
  SUPERVISION_OPENED: ({ detail }) => named('abrió la conversación por el motivo', detail),
  SUPERVISION_CLOSED: ({ detail }) => named('cerró la conversación abierta por el motivo', detail),
  SUPERVISOR_GIVEN: (event) => `dio a ${to(event)} el derecho a supervisar conversaciones`,
  SUPERVISOR_TAKEN: (event) => `quitó a ${to(event)} el derecho a supervisar conversaciones`,
  SIGN_IN: () => 'inició sesión',
  SIGN_IN_FAILED: (event) =>
    `no pudo entrar${event.targetEmail === null ? ' con un correo que nadie tiene' : ` como ${to(event)}`}: ${reasons(event.detail)}`,
  SESSION_ENDED: () => 'cerró una sesión',
  PASSWORD_CHANGED: () => 'cambió su contraseña',
  TOTP_ENABLED: () => 'activó su verificación en dos pasos',
  TOTP_DISABLED: () => 'desactivó su verificación en dos pasos',
  RECOVERY_CODE_USED: () => 'usó un código de recuperación',
  SETTINGS_CHANGED: ({ detail }) => named('arrancó con otra configuración', detail),
  DATA_EXPORTED: (event) => `pidió una copia de ${dataOf(event)}`,
  CHAT_EXPORTED: () => 'exportó la conversación',
  EXPORT_FETCHED: (event) =>
    event.chatId === null
      ? `descargó una copia de ${dataOf(event)}`
      : 'descargó una copia de la conversación',
  AUDIT_EXPORTED: () => 'exportó el registro de auditoría',
  AUDIT_TRIMMED: () => 'retiró los asientos más antiguos del registro (AUDIT_DAYS)',
  AUDIT_RESTORED: () => 'restauró una copia de seguridad',
  AUDIT_KEY_CHANGED: () => 'cambió la clave de la instalación',
};

/** The acts that nobody is known to have done. */
const nobody: Partial<Record<AuditAction, string>> = {
  SIGN_IN_FAILED: 'Alguien',
  SETTINGS_CHANGED: 'El servidor',
  AUDIT_TRIMMED: 'El servidor',
  RETENTION_RUN: 'El servidor',
};

/** The actions as a filter offers them. */
const actionNames: Record<AuditAction, string> = {
  CHAT_LIST_READ: 'Lista de conversaciones vista',
  CHAT_READ: 'Conversación leída',
  SEARCH: 'Búsqueda en las conversaciones',
  WATCH_STARTED: 'Seguimiento en directo empezado',
  WATCH_ENDED: 'Seguimiento en directo terminado',
  FILE_READ: 'Archivo abierto',
  THUMBNAIL_READ: 'Miniatura vista',
  HISTORY: 'Historial de un mensaje leído',
  INFO: 'Información de un mensaje vista',
  MESSAGE_DELETED: 'Mensaje eliminado',
  PARTICIPANT_ADDED: 'Participante agregado',
  PARTICIPANT_REMOVED: 'Participante quitado',
  GROUP_DELETED: 'Grupo eliminado',
  USER_CREATED: 'Usuario registrado',
  USER_UPDATED: 'Datos de un usuario cambiados',
  USER_BLOCKED: 'Usuario bloqueado',
  USER_UNBLOCKED: 'Usuario desbloqueado',
  USER_DELETED: 'Usuario eliminado',
  PASSWORD_SET: 'Contraseña de otro cambiada',
  SIGN_IN: 'Sesión iniciada',
  SIGN_IN_FAILED: 'Inicio de sesión fallido',
  SESSION_ENDED: 'Sesión cerrada',
  PASSWORD_CHANGED: 'Contraseña propia cambiada',
  TOTP_ENABLED: 'Verificación en dos pasos activada',
  TOTP_DISABLED: 'Verificación en dos pasos desactivada',
  RECOVERY_CODE_USED: 'Código de recuperación usado',
  TOTP_REMOVED: 'Verificación en dos pasos de otro quitada',
  INVITATION_CREATED: 'Invitación creada',
  INVITATION_USED: 'Invitación usada',
  COMPANY_BOUND: 'Cuenta de empresa unida',
  COMPANY_UNBOUND: 'Cuenta de empresa olvidada',
  USERS_IMPORTED: 'Usuarios importados',
  USERS_EXPORTED: 'Usuarios exportados',
  PERMISSION_GIVEN: 'Permiso dado',
  PERMISSION_REMOVED: 'Permiso quitado',
  DEVICE_APPROVED: 'Dispositivo autorizado',
  DEVICE_REJECTED: 'Dispositivo rechazado',
  WORKING_HOURS_SET: 'Horario cambiado',
  RETENTION_SET: 'Plazo de conservación de un grupo cambiado',
  RETENTION_RUN: 'Mensajes eliminados por su edad',
  HOLD_SET: 'Conservación por requerimiento puesta',
  HOLD_ENDED: 'Conservación por requerimiento terminada',
  USER_ERASED: 'Usuario borrado definitivamente',
  GROUP_ERASED: 'Contenido de un grupo borrado definitivamente',
  NOTICE_PUBLISHED: 'Aviso de privacidad publicado',
  NOTICE_WITHDRAWN: 'Aviso de privacidad retirado',
  NOTICE_ACCEPTED: 'Aviso de privacidad confirmado',
  SUPERVISION_OPENED: 'Conversación abierta con un motivo',
  SUPERVISION_CLOSED: 'Conversación con motivo cerrada',
  SUPERVISOR_GIVEN: 'Derecho a supervisar dado',
  SUPERVISOR_TAKEN: 'Derecho a supervisar quitado',
  SETTINGS_CHANGED: 'Configuración cambiada',
  DATA_EXPORTED: 'Copia de los datos de alguien pedida',
  CHAT_EXPORTED: 'Conversación exportada',
  EXPORT_FETCHED: 'Copia de datos descargada',
  AUDIT_EXPORTED: 'Registro de auditoría exportado',
  AUDIT_TRIMMED: 'Asientos antiguos retirados',
  AUDIT_RESTORED: 'Copia de seguridad restaurada',
  AUDIT_KEY_CHANGED: 'Clave de la instalación cambiada',
};

/** The names of the actions of administrators and group managers on other people's data. */
export const auditTexts = {
  open: 'Registro de auditoría',
  title: 'Registro de auditoría',
  hint: 'Lo que los administradores leen de los demás, lo que cambian en sus cuentas, grupos y dispositivos, y quién entra. Nadie puede modificarlo.',
  list: 'Acciones registradas',
  did: (event: AuditEvent) => did[event.action](event),
  by: ({ action, actorEmail, actorDeletedAt }: AuditEvent) =>
    someone(actorEmail, actorDeletedAt, nobody[action] ?? 'Línea de comandos'),
  groupChat: 'CHAT GRUPAL',
  directChat: (emails: string[]) => emails.join(' / '),
  more: 'Mostrar más',
  failed: 'No se pudo cargar el registro',
  none: 'Todavía no hay acciones registradas',
  noneFound: 'Ninguna acción cumple los filtros',
  from: (address: string) => `desde ${address}`,
  filters: 'Filtros',
  person: 'Persona',
  findPerson: 'Buscar persona',
  action: 'Acción',
  findAction: 'Buscar acción',
  actionNames,
  csv: 'Descargar CSV',
  csvName: 'auditoria.csv',
  csvFailed: 'No se pudo descargar el registro',
};
