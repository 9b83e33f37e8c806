export const mainTexts = {
  listening: (url: string) => `WEB CHAT está en ${url}`,
  firstAdministrator: ({ email, password }: { email: string; password: string | undefined }) =>
    password === undefined
      ? `Primer administrador: ${email} (contraseña: la de ADMIN_PASSWORD)`
      : `Primer administrador: ${email}\nContraseña: ${password} (se muestra solo esta vez)`,
  folderInUse: 'Otro proceso ya usa esta carpeta de datos (DATA_DIR).',
  portTaken: (detail: string) => `El puerto ya está ocupado: ${detail}. Cambia PORT.`,
};
