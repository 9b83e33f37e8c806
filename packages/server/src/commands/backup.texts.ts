import { nameOf } from './command-name.ts';

const backup = nameOf('backup');

const counted = (count: number) => count.toLocaleString('es');
const counting = (count: number, one: string, many: string) =>
  `${counted(count)} ${count === 1 ? one : many}`;
const decimal = (amount: number) => amount.toLocaleString('es', { maximumFractionDigits: 1 });
const sized = (bytes: number) =>
  bytes < 2 ** 20 ? `${decimal(bytes / 2 ** 10)} kB` : `${decimal(bytes / 2 ** 20)} MB`;

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
  unreadable: 'su contenido no se puede leer',
  notAlike: (table: string) =>
    `Los datos de ${table} no han llegado iguales; no se ha cambiado nada.`,
};
