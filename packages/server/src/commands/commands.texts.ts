import type { LeftOut } from '../db/transfer/tables.ts';

/** As its user has called it: by npm in a checkout, else by the installed command. */
const nameOf = (command: 'admin' | 'backup' | 'restore'): string =>
  process.env.npm_lifecycle_event === command ? `npm run ${command} --` : `web-chat ${command}`;

export const webChatTexts = {
  help: `Uso: web-chat <orden> [opciones] [--settings ARCHIVO]

  start           Pone en marcha el servidor
  admin …         Administradores, contraseñas, dispositivos, conservación, búsqueda, auditoría, traslado
  backup …        Guarda la instalación en un archivo; el servidor puede seguir en marcha
  restore …       Pone una copia en una instalación vacía, con el servidor detenido
  --version       Muestra la versión
  --help          Muestra esta ayuda; "web-chat <orden> --help", la de una orden

La configuración es la de las variables de entorno y, en lo que ellas no digan, la de un archivo:
  --settings ARCHIVO, o la variable SETTINGS_FILE; si no, /etc/web-chat.env, donde exista
  (sus datos están en /var/lib/web-chat si no dice otra cosa), o .env en la carpeta del programa.
Un DATA_DIR relativo se cuenta desde la carpeta de ese archivo.
Como root, trabaja con el usuario a quien pertenecen los datos.`,
  seeHelp: 'Escribe "web-chat --help" para ver cómo se usa.',
  missingCommand: 'Falta la orden.',
  unknownCommand: (name: string) => `No existe la orden "${name}".`,
  missingFile: '--settings necesita un archivo.',
  unreadableSettings: (file: string) =>
    `No se puede leer ${file}: ejecuta la orden como root o como el usuario del servicio.`,
  noChange: (uid: number) =>
    `Los datos son del usuario ${uid}, y no se puede trabajar como él desde aquí: ejecuta la orden con ese usuario.`,
};

const admin = nameOf('admin');

export const adminTexts = {
  help: `Uso: ${admin} <orden> [opciones]

  create-admin --email CORREO [--password CLAVE]  Registra un administrador
  set-password --email CORREO [--password CLAVE]  Cambia la contraseña y cierra sus sesiones
  totp-off --email CORREO                         Quita su verificación en dos pasos
  devices [--email CORREO]                        Lista los dispositivos, primero los pendientes
  approve-device ID                               Autoriza un dispositivo
  approve-device --email CORREO [--code CÓDIGO]   Autoriza el dispositivo pendiente de la persona; si hay
                                                  varios, el del código que ella ve al entrar
  block --email CORREO                            Bloquea al usuario y cierra sus sesiones
  unblock --email CORREO                          Desbloquea al usuario
  retention run                                   Elimina ya todos los mensajes que han cumplido su plazo
  search rebuild                                  Lee de nuevo todos los mensajes para la búsqueda
  compact                                         Sobrescribe ya lo borrado que quede dentro de los archivos de la
                                                  base de datos; cada tabla espera mientras se reescribe
  audit verify                                    Comprueba que el registro de auditoría está completo y sin cambios
  audit export                                    Escribe todos sus asientos, cada uno en una línea de JSON
  audit rekey                                     Cambia la clave de la instalación: por la de AUDIT_KEY_NEW o, si
                                                  la clave está en un archivo, por una nueva
  audit rekey --lost                              Lo mismo cuando la clave se ha perdido: lo anterior de la
                                                  auditoría ya no se podrá comprobar
  move --to postgres://…                          Lleva la base de datos integrada a un servidor PostgreSQL vacío
  --help                                          Muestra esta ayuda

Sin --password se genera una contraseña y se muestra una sola vez.
El servidor puede estar en marcha, y lo que cambias vale al momento; solo "move" y "audit rekey" piden
detenerlo antes.
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
    `Mensajes eliminados: ${count.toLocaleString('es')} (los que habían cumplido su plazo el ${time}, según el reloj de este equipo).`,
  auditWhat: `"audit" necesita otra palabra, verify, export o rekey: ${admin} audit verify.`,
  auditWhole: (count: number) =>
    `El registro de auditoría está completo y sin cambios. Asientos: ${count}.`,
  auditUnproven: (number: number) =>
    `Los asientos de la cadena hasta el ${number} ya no se pueden comprobar: su clave se perdió.`,
  auditMissing: (number: number) =>
    `El registro de auditoría no está completo: falta el asiento ${number} de la cadena.`,
  auditChanged: (number: number) =>
    `El registro de auditoría ha cambiado: el asiento ${number} de la cadena no es el que se escribió.`,
  auditNotInDataDir: (number: number) =>
    `El registro de auditoría ha cambiado: el asiento ${number} de la cadena no es el que consta en DATA_DIR.`,
  auditNotInAuditFile: (number: number) =>
    `El registro de auditoría ha cambiado: el asiento ${number} de la cadena no es el que consta en AUDIT_FILE.`,
  auditUnchained: (id: number) =>
    `El registro de auditoría ha cambiado: el asiento con id ${id} no está en la cadena.`,
  searchWhat: `"search" solo admite "rebuild": ${admin} search rebuild.`,
  searchRebuilt:
    'El servidor lee de nuevo todos los mensajes para la búsqueda; mientras tanto se puede buscar.',
  compacted:
    'Los archivos de la base de datos se han escrito de nuevo: ya no contienen nada de lo borrado.',
  tableBusy: (table: string) =>
    `Otro programa no suelta la tabla ${table}: espera a que termine (una copia de seguridad, por ejemplo) y repite la orden.`,
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
  twoStepsOff: (email: string) =>
    `Verificación en dos pasos desactivada: ${email}. Se le dirá al entrar.`,
  passwordOnce: (password: string) => `Contraseña: ${password} (se muestra solo esta vez)`,
  approved: (email: string, id: string) => `Dispositivo autorizado: ${id} de ${email}`,
  blocked: (email: string) => `Usuario bloqueado: ${email}. Sus sesiones se cierran.`,
  unblocked: (email: string) => `Usuario desbloqueado: ${email}`,
  failedOnServer: 'El servidor no ha podido hacerlo; su registro dice por qué.',
  folderInUse:
    'La base de datos integrada está ocupada: el servidor está arrancando, es de otra versión o de otro usuario del equipo, o hay otra orden en curso. Espera un momento y repítela.',
  rekeyed: 'La instalación sigue con otra clave. Haz una copia de seguridad y arranca el servidor.',
  rekeyedTo: (isNew: boolean) =>
    `La instalación sigue con la clave de ${isNew ? 'AUDIT_KEY_NEW: ponla ahora en AUDIT_KEY, en todos los procesos, y arranca el servidor.' : 'AUDIT_KEY. Arranca el servidor.'}`,
  keyWasLost:
    'Lo anterior de la auditoría ya no se puede comprobar. Quien use la verificación en dos pasos entra con un código de recuperación y configura de nuevo su autenticador.',
  stopForRekey:
    'El servidor está en marcha, o ha terminado sin avisar hace menos de 15 segundos: detén todos sus procesos y repite la orden.',
  stopForMove: 'El servidor está en marcha: detenlo, repite la orden y arráncalo con DATABASE_URL.',
};

const backup = nameOf('backup');

const counted = (count: number) => count.toLocaleString('es');
const counting = (count: number, one: string, many: string) =>
  `${counted(count)} ${count === 1 ? one : many}`;
const decimal = (amount: number) => amount.toLocaleString('es', { maximumFractionDigits: 1 });
const sized = (bytes: number) =>
  bytes < 2 ** 20 ? `${decimal(bytes / 2 ** 10)} kB` : `${decimal(bytes / 2 ** 20)} MB`;

const listed = (names: string[]) => new Intl.ListFormat('es').format(names);

const NAMED_AT_MOST = 10;

export const backupTexts = {
  help: `Uso: ${backup} [--to LUGAR] [--keep N]
     ${backup} verify ARCHIVO

Guarda en un solo archivo la base de datos y los archivos de la instalación, tal como están ahora.
El servidor puede seguir en marcha. Si todo va bien, dice una línea y su código de salida es 0.

  --to LUGAR      Una carpeta que existe, un archivo que no existe, o - (la salida estándar).
                  Sin --to: en DATA_DIR/backups
  --keep N        Deja en la carpeta las N copias más nuevas de esta instalación y borra las
                  anteriores cuando la nueva está completa
  --help          Muestra esta ayuda

  verify          Comprueba una copia de principio a fin, sin base de datos. ARCHIVO puede ser -
                  (la entrada estándar)

Usa la misma configuración que el servidor: variables de entorno o su archivo.`,
  seeHelp: `Escribe "${backup} --help" para ver cómo se usa.`,
  wrongOptions: 'Hay opciones que no existen o a las que les falta el valor.',
  wrongKeep: '--keep necesita un número entero mayor que 0.',
  needsFolder: '--keep necesita una carpeta: no sirve con un archivo ni con la salida estándar.',
  verifyWhat: 'verify necesita el archivo de una copia, y solo uno.',
  standardOutput: 'la salida estándar',
  standardInput: 'la entrada estándar',
  terminal:
    'La salida estándar es una pantalla: dirígela a un archivo o a otro programa, por ejemplo «… --to - | age …».',
  exists: (path: string) => `Ya existe ${path}; no se ha cambiado nada.`,
  noFolder: (path: string) => `No existe la carpeta ${path}; no se ha hecho ninguna copia.`,
  diskFull: (folder: string) =>
    `No queda espacio en el disco de ${folder}; no se ha guardado ninguna copia.`,
  reserved: (folder: string, reserve: number) =>
    `En el disco de ${folder} no caben la copia y la reserva de ${counted(reserve)} MB (RESERVE_MB); no se ha guardado ninguna copia.`,
  readerGone:
    'El programa que recibía la copia ha terminado antes que ella; lo que haya guardado no sirve.',
  done: ({ path, bytes, ms, holds }: { path: string; bytes: number; ms: number; holds: string }) =>
    `Copia hecha en ${decimal(ms / 1000)} s: ${path} (${sized(bytes)}; ${holds})`,
  removedOlder: (count: number) =>
    `. Se ${count === 1 ? 'ha borrado 1 anterior' : `han borrado ${counted(count)} anteriores`}`,
  notRemoved: (path: string, reason: string) =>
    `La copia está hecha (${path}), pero no se han podido borrar las anteriores: ${reason}`,
  holds: (users: number, messages: number, files: number) =>
    `${counting(users, 'usuario', 'usuarios')}, ${counting(messages, 'mensaje', 'mensajes')}, ${counting(files, 'archivo', 'archivos')}`,
  missing: (keys: string[]) =>
    `${counting(keys.length, 'archivo ya no estaba (borrado mientras tanto o perdido antes)', 'archivos ya no estaban (borrados mientras tanto o perdidos antes)')}: ${keys.slice(0, NAMED_AT_MOST).join(', ')}${keys.length > NAMED_AT_MOST ? ', …' : ''}`,
  whole: ({
    path,
    createdAt,
    app,
    holds,
  }: Record<'path' | 'createdAt' | 'app' | 'holds', string>) =>
    `Copia completa y sin daños: ${path} (del ${createdAt}, versión ${app}; ${holds})`,
  ownerSilent:
    'Otro proceso usa la base de datos integrada y no ha dado una copia de ella. Espera a que termine, o detenlo, y repite la orden.',
  interrupted: 'Interrumpido; no se ha cambiado nada.',
  newerFormat: 'La copia es de una versión más nueva; actualiza el programa.',
  damaged: (detail: string) =>
    `El archivo no es una copia completa y sin daños de WEB CHAT (${detail}); no se ha cambiado nada.`,
  cutOff: 'está cortado',
  notTar: 'no es un archivo tar',
  dangling: (from: string, to: string) =>
    `hay filas de ${from} que dependen de otras de ${to} que faltan`,
  unreadable: 'su contenido no se puede leer',
  notAlike: (table: string) =>
    `Los datos de ${table} no han llegado iguales; no se ha cambiado nada.`,
};

const restore = nameOf('restore');

/** The tables that no backup holds, as people know them; those that only programs know have no words. */
const leftOut: Record<LeftOut, string | null> = {
  sessions: 'las sesiones abiertas',
  invitations: 'las invitaciones pendientes',
  sign_in_attempts: 'los accesos a medias por el proveedor de la empresa',
  push_subscriptions: 'las suscripciones a avisos',
  push_notifications: 'los avisos en espera',
  push_farewells: null,
  push_withheld: null,
  data_exports: 'los ZIP de datos exportados',
  process_secret: null,
  audit_file_progress: null,
};

export const restoreTexts = {
  help: `Uso: ${restore} ARCHIVO [--replace]

Comprueba una copia hecha con "${nameOf('backup')}" y la pone en una instalación vacía, con cualquiera de los dos motores.
El servidor debe estar detenido. ARCHIVO puede ser - (la entrada estándar), por ejemplo «age -d … | ${restore} -».

  --replace       Si ya hay datos, los aparta (no los borra) y pone la copia en su lugar
  --help          Muestra esta ayuda

Usa la misma configuración que el servidor: variables de entorno o su archivo.`,
  seeHelp: `Escribe "${restore} --help" para ver cómo se usa.`,
  wrongOptions: 'Hay opciones que no existen.',
  fileMissing: 'Falta el archivo de la copia, y solo puede ser uno.',
  useReplace: 'Con --replace se apartan (no se borran) y se pone la copia en su lugar.',
  done: (createdAt: string) => `Copia restaurada: la del ${createdAt}.`,
  holds: (contents: string) => `Contiene ${contents}.`,
  leftOut: (needsKey: boolean) => {
    const names = Object.values(leftOut).filter((name) => name !== null);
    if (needsKey) names.push('la clave AUDIT_KEY, que debe estar en la configuración');
    return `No vuelven con la copia: ${listed(names)}.`;
  },
  aside: (places: string[]) => `Lo que había antes está en ${places.join(' y ')}.`,
  signIn: 'Cada persona debe iniciar sesión de nuevo; sus dispositivos siguen autorizados.',
  folderInUse: 'El servidor está en marcha: detenlo y repite la orden.',
};
