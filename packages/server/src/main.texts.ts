export const mainTexts = {
  listening: (url: string) => `WEB CHAT está en ${url}`,
  firstAdministrator: ({ email, password }: { email: string; password: string | undefined }) =>
    password === undefined
      ? `Primer administrador: ${email} (contraseña: la de ADMIN_PASSWORD)`
      : `Primer administrador: ${email}\nContraseña: ${password} (se muestra solo esta vez)`,
  misspelt: (name: string, known: string) =>
    `Aviso: "${name}" no es ninguna configuración y no cambia nada. ¿Querías decir ${known}?`,
  pushesAnywhere:
    'Aviso: PUSH_ALLOW_PRIVATE=1 deja que los avisos vayan a direcciones privadas y a cualquier puerto: solo para pruebas.',
  folderInUse: 'Otro proceso ya usa esta carpeta de datos (DATA_DIR).',
  databaseTaken:
    'Otro servidor ya usa esta base de datos (DATABASE_URL): detenlo, o da a todos el mismo REDIS_URL.',
  waitingForLease:
    'Esperando a que la base de datos quede libre: el servidor anterior aún termina o se detuvo sin avisar (30 s como máximo)…',
  replaced:
    'Otro servidor usa ahora esta base de datos (DATABASE_URL) y este deja de servir: para que varios la compartan, da a todos el mismo REDIS_URL.',
  outdated: (successor: string) =>
    `La versión ${successor} ha puesto al día la base de datos (DATABASE_URL) y este servidor, más antiguo, deja de servir: actualiza el programa.`,
  databaseAway: (detail: string) =>
    `La base de datos (DATABASE_URL) no responde: ${detail}. Comprueba que esté en marcha.`,
  redisAway: (detail: string) =>
    `Redis (REDIS_URL) no responde: ${detail}. Comprueba que esté en marcha.`,
  redisRefuses: (detail: string) =>
    `Redis (REDIS_URL) no deja entrar con ese usuario y esa clave, o no les deja hacer lo necesario: ${detail}. Corrige REDIS_URL.`,
  redisUnproven: (detail: string) =>
    `Redis (REDIS_URL) muestra un certificado que este equipo no reconoce: ${detail}. Indica el de su autoridad en NODE_EXTRA_CA_CERTS.`,
  storageFailed: (detail: string) =>
    `El almacén de archivos falló: ${detail}. Comprueba S3_URL, o DATA_DIR si los archivos están en el disco.`,
  portTaken: (detail: string) => `El puerto ya está ocupado: ${detail}. Cambia PORT.`,
};

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
  engineLost: (reason: string) =>
    `La base de datos integrada (DATA_DIR) se ha detenido: ${reason}. Mira el disco y la memoria de este equipo.`,
  databaseStarting:
    'La base de datos (DATABASE_URL) aún está arrancando: espera a que termine y repítelo.',
  databaseDeadlock:
    'Otro proceso cambiaba la base de datos (DATABASE_URL) a la vez y no se ha cambiado nada: repítelo.',
  databaseRefuses: (reason: string) =>
    `La base de datos (DATABASE_URL) no existe o no deja entrar: ${reason}`,
};
