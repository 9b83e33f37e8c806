const counted = (count: number) => count.toLocaleString('es');
const counting = (count: number, one: string, many: string) =>
  `${counted(count)} ${count === 1 ? one : many}`;

export const backupTexts = {
  help: `Uso: npm run backup -- [--to ARCHIVO]

Guarda en un solo archivo la base de datos y los archivos de la instalación, tal como están ahora.
El servidor puede seguir en marcha.

  --to ARCHIVO    Dónde se guarda; no debe existir. Si es una carpeta, dentro de ella.
                  Sin --to: en DATA_DIR/backups
  --help          Muestra esta ayuda

Usa la misma configuración que el servidor: variables de entorno o .env.`,
  seeHelp: 'Escribe "npm run backup -- --help" para ver cómo se usa.',
  wrongOptions: 'Hay opciones que no existen o a las que les falta el valor.',
  exists: (path: string) => `Ya existe ${path}; no se ha cambiado nada.`,
  done: (path: string, megabytes: number) =>
    `Copia hecha: ${path} (${megabytes.toLocaleString('es', { maximumFractionDigits: 1 })} MB)`,
  holds: (users: number, messages: number, files: number) =>
    `Contiene ${counting(users, 'usuario', 'usuarios')}, ${counting(messages, 'mensaje', 'mensajes')} y ${counting(files, 'archivo', 'archivos')}.`,
  missing: (keys: string[]) =>
    `Ya no se encuentran, porque se borraron mientras tanto o se habían perdido (${counting(keys.length, 'archivo', 'archivos')}):\n  ${keys.join('\n  ')}`,
  ownerSilent:
    'Otro proceso usa la base de datos integrada y no ha dado una copia de ella. Espera a que termine, o detenlo, y repite la orden.',
  interrupted: 'Interrumpido; no se ha cambiado nada.',
  newerFormat: 'La copia es de una versión más nueva; actualiza el programa.',
  damaged: (detail: string) =>
    `El archivo no es una copia completa y sin daños de WEB CHAT (${detail}); no se ha cambiado nada.`,
  cutOff: 'está cortado',
  notAlike: (table: string) =>
    `Los datos de ${table} no han llegado iguales; no se ha cambiado nada.`,
};
