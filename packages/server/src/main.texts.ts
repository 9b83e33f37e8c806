export const mainTexts = {
  listening: (url: string) => `WEB CHAT está en ${url}`,
  firstAdministrator: ({ email, password }: { email: string; password: string | undefined }) =>
    password === undefined
      ? `Primer administrador: ${email} (contraseña: la de ADMIN_PASSWORD)`
      : `Primer administrador: ${email}\nContraseña: ${password} (se muestra solo esta vez)`,
  misspelt: (name: string, known: string) =>
    `Aviso: "${name}" no es ninguna configuración y no cambia nada. ¿Querías decir ${known}?`,
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
