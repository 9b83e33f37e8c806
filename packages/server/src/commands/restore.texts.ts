import { nameOf } from './command-name.ts';

const restore = nameOf('restore');

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
  aside: (places: string[]) => `Lo que había antes está en ${places.join(' y ')}.`,
  signIn: 'Cada persona debe iniciar sesión de nuevo; sus dispositivos siguen autorizados.',
  folderInUse: 'El servidor está en marcha: detenlo y repite la orden.',
};
