import { nameOf } from './command-name.ts';

const admin = nameOf('admin');

export const adminTexts = {
  help: `Uso: ${admin} <orden> [opciones]

  create-admin --email CORREO [--password CLAVE]  Registra un administrador
  set-password --email CORREO [--password CLAVE]  Cambia la contraseña y cierra sus sesiones
  devices [--email CORREO]                        Lista los dispositivos, primero los pendientes
  approve-device ID                               Autoriza un dispositivo
  approve-device --email CORREO [--code CÓDIGO]   Autoriza el dispositivo pendiente de la persona; si hay
                                                  varios, el del código que ella ve al entrar
  block --email CORREO                            Bloquea al usuario y cierra sus sesiones
  unblock --email CORREO                          Desbloquea al usuario
  retention run                                   Elimina ya todos los mensajes que han cumplido RETENTION_DAYS
  search rebuild                                  Lee de nuevo todos los mensajes para la búsqueda
  move --to postgres://…                          Lleva la base de datos integrada a un servidor PostgreSQL vacío
  --help                                          Muestra esta ayuda

Sin --password se genera una contraseña y se muestra una sola vez.
El servidor puede estar en marcha, y lo que cambias vale al momento; solo "move" pide detenerlo antes.
Usa la misma configuración que el servidor.`,
  seeHelp: `Escribe "${admin} --help" para ver cómo se usa.`,
  missingCommand: 'Falta la orden.',
  unknownCommand: (name: string) => `No existe la orden "${name}".`,
  wrongOptions: 'Hay opciones que no existen o a las que les falta el valor.',
  optionNotTaken: (command: string, option: string) => `"${command}" no admite --${option}.`,
  tooManyWords: (command: string) => `Sobran palabras después de "${command}".`,
  emailMissing: (command: string) => `"${command}" necesita --email.`,
  deviceMissing:
    '"approve-device" necesita el identificador del dispositivo o --email, y con --email admite --code.',
  retentionWhat: `"retention" solo admite "run": ${admin} retention run.`,
  retentionRan: (count: number, time: string) =>
    `Mensajes eliminados: ${count.toLocaleString('es')} (los anteriores al ${time}, según el reloj de este equipo).`,
  searchWhat: `"search" solo admite "rebuild": ${admin} search rebuild.`,
  searchRebuilt:
    'El servidor lee de nuevo todos los mensajes para la búsqueda; mientras tanto se puede buscar.',
  serverMissing: '"move" necesita --to postgres://usuario:clave@servidor:puerto/base.',
  moved: (table: string, rows: number) =>
    `${table}: ${rows.toLocaleString('es')} filas, comprobadas`,
  afterMove:
    'Todo está en el servidor. Pon su dirección en DATABASE_URL y arranca; los archivos siguen donde están (DATA_DIR o S3_URL). La base integrada no ha cambiado.',
  unknownUser: (email: string) => `No hay ningún usuario con el correo ${email}.`,
  unknownDevice: (id: string) => `No hay ningún dispositivo ${id}.`,
  nothingWaiting: (email: string) => `${email} no tiene dispositivos pendientes.`,
  severalWaiting: (email: string) =>
    `${email} tiene varios dispositivos pendientes. Repite la orden con --code y el código que la persona ve al entrar:`,
  wrongCode: (email: string, code: string) =>
    `${email} no tiene ningún dispositivo pendiente con el código ${code}. Están pendientes:`,
  noDevices: 'No hay dispositivos.',
  deviceHeading: [
    'Dispositivo',
    'Usuario',
    'Código',
    'Nombre',
    'Dirección',
    'Registrado',
    'Aprobado',
  ],
  unknown: '–',
  waiting: 'pendiente',
  administratorCreated: (email: string) => `Administrador registrado: ${email}`,
  passwordChanged: (email: string) => `Contraseña cambiada: ${email}. Sus sesiones se cierran.`,
  passwordOnce: (password: string) => `Contraseña: ${password} (se muestra solo esta vez)`,
  approved: (email: string, id: string) => `Dispositivo autorizado: ${id} de ${email}`,
  blocked: (email: string) => `Usuario bloqueado: ${email}. Sus sesiones se cierran.`,
  unblocked: (email: string) => `Usuario desbloqueado: ${email}`,
  failedOnServer: 'El servidor no ha podido hacerlo; su registro dice por qué.',
  folderInUse:
    'La base de datos integrada está ocupada: el servidor está arrancando, es de otra versión o de otro usuario del equipo, o hay otra orden en curso. Espera un momento y repítela.',
  stopForMove: 'El servidor está en marcha: detenlo, repite la orden y arráncalo con DATABASE_URL.',
};
