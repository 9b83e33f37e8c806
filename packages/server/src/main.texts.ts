export const mainTexts = {
  listening: (url: string) => `WEB CHAT está en ${url}`,
  firstAdministrator: ({ email, password }: { email: string; password: string | undefined }) =>
    password === undefined
      ? `Primer administrador: ${email} (contraseña: la de ADMIN_PASSWORD)`
      : `Primer administrador: ${email}\nContraseña: ${password} (se muestra solo esta vez)`,
  folderInUse: 'Otro proceso ya usa esta carpeta de datos (DATA_DIR).',
  databaseAway: (detail: string) =>
    `La base de datos (DATABASE_URL) no responde: ${detail}. Comprueba que esté en marcha.`,
  redisAway: (detail: string) =>
    `Redis (REDIS_URL) no responde: ${detail}. Comprueba que esté en marcha.`,
  portTaken: (detail: string) => `El puerto ya está ocupado: ${detail}. Cambia PORT.`,
};
