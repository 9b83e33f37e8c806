const at = (path: string) => (path === '' ? '' : ` (${path})`);

/** In place of a stack: what the machine refuses, and what its operator can do. */
export const faultTexts = {
  notAllowed: (path: string) =>
    `Este usuario no puede usar lo que necesita${at(path)}: repítelo como el usuario del servidor, o dale a él los datos (chown -R).`,
  readOnly: (path: string) => `El disco es de solo lectura${at(path)}.`,
  noRoom: (path: string) => `No queda espacio en el disco${at(path)}.`,
  diskFails: (path: string) => `El disco falla al leer o escribir${at(path)}.`,
  notThere: (path: string) =>
    path === '' ? 'No existe un archivo que hace falta.' : `No existe ${path}.`,
  isFolder: (path: string) => `Es una carpeta y debe ser un archivo${at(path)}.`,
  noDescriptors:
    'Este proceso no puede abrir más archivos: sube el límite (ulimit -n, LimitNOFILE).',
  noMemory: 'No queda memoria en este equipo, o el límite de memoria del proceso es bajo.',
  noTemporaryFolder: (folder: string) =>
    `No existe la carpeta temporal ${folder}: créala, o di otra en TMPDIR.`,
  clusterKilled:
    'El sistema ha detenido el proceso que hacía la base de datos integrada: casi siempre por falta de memoria. Hacen falta 512 MB.',
  clusterFailed: (reason: string) => `No se ha podido hacer la base de datos integrada: ${reason}`,
  engineLost: (reason: string) =>
    `La base de datos integrada (DATA_DIR) se ha detenido: ${reason}. Mira el disco y la memoria de este equipo.`,
  databaseStarting:
    'La base de datos (DATABASE_URL) aún está arrancando: espera a que termine y repítelo.',
  databaseDeadlock:
    'Otro proceso cambiaba la base de datos (DATABASE_URL) a la vez y no se ha cambiado nada: repítelo.',
  databaseRefuses: (reason: string) =>
    `La base de datos (DATABASE_URL) no existe o no deja entrar: ${reason}`,
};
