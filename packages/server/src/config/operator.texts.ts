// The lines that a process writes for its operator; those of commands alone stand beside the commands.

/** Settings: what each takes, and why it cannot be used. */
export const configTexts = {
  wrong: (name: string, value: string, takes: string) =>
    `${name} vale "${value}"; debe ser ${takes}.`,
  unreadable: (file: string) => `No se puede leer ${file}.`,
  wholeNumber: (min: number, max: number) => `un número entero de ${min} a ${max}`,
  positiveNumber: (most: number) => `un número mayor que 0 y hasta ${most}`,
  numberFromZero: (most: number) => `un número de 0 a ${most}`,
  oneOf: (values: readonly string[]) => `uno de: ${values.join(', ')}`,
  proxies: '0, 1 o las direcciones y redes de los proxies, separadas por comas',
  url: 'una dirección http:// o https:// sin ruta',
  postgresUrl: 'una dirección postgres://usuario:clave@servidor:puerto/base',
  redisUrl: 'una dirección redis:// o rediss://usuario:clave@servidor:puerto/número',
  redisAlone:
    'REDIS_URL necesita DATABASE_URL: varios procesos no pueden compartir la base de datos integrada.',
  s3Url: 'una dirección s3://CLAVE:SECRETO@servidor:puerto/cubo?region=…&tls=0',
  domain: 'un dominio de correo, por ejemplo empresa.local',
  email: 'el correo electrónico de una persona',
  password: (min: number, max: number) => `una contraseña de ${min} a ${max} caracteres`,
  host: 'una dirección de red o un nombre de equipo',
  ownAddress: 'una dirección o un nombre de este equipo',
  openPort: 'un puerto que este usuario pueda abrir',
  writableFolder: 'una carpeta en la que se pueda escribir',
  openDatabase: (detail: string) => `una base de datos que existe y deja entrar (${detail})`,
  fewDescriptors: (allowed: number, least: number) =>
    `Este proceso solo puede tener ${allowed} archivos abiertos y necesita al menos ${least}: sube el límite (ulimit -n, LimitNOFILE).`,
  onlyForTrials: '0 donde PUBLIC_URL es una dirección https:// que se alcanza desde fuera',
  issuer: 'una dirección https:// sin usuario, consulta ni fragmento',
  text: (most: number) => `un texto de 1 a ${most} caracteres`,
  companyAccount: 'tu cuenta de empresa',
  oidcTogether:
    'OIDC_ISSUER, OIDC_CLIENT_ID y OIDC_CLIENT_SECRET van juntas: indica las tres o ninguna.',
  onlyWithIssuer: '1 mientras no se indique OIDC_ISSUER',
  timeZone: 'una zona horaria, por ejemplo Europe/Madrid',
  key: (least: number) => `un texto de al menos ${least} caracteres`,
  appendable:
    'la ruta de un archivo o de una tubería con nombre donde este usuario pueda leer y escribir',
  keyOfAnother:
    'La clave de la instalación no es la de esta base de datos: los procesos sin un DATA_DIR común necesitan AUDIT_KEY.',
  keyMissing: (file: string) =>
    `Falta la clave de la instalación (${file}): los procesos sin un DATA_DIR común necesitan AUDIT_KEY.`,
  keyDamaged: (file: string) =>
    `La clave de la instalación (${file}) está dañada: recupérala de una copia de seguridad, o indícala en AUDIT_KEY.`,
  placeDamaged: (file: string) =>
    `El archivo ${file} está dañado: guárdalo aparte, y compara el final de la auditoría con AUDIT_FILE o con lo último que exportaste.`,
  keyNotLost:
    'La clave de la instalación está aquí y es la de esta base de datos: repite la orden sin --lost.',
  newKeyMissing:
    'La clave de la instalación está en AUDIT_KEY: indica la nueva en AUDIT_KEY_NEW y repite la orden.',
  sameKey: 'La clave nueva es la misma que la de ahora; no se ha cambiado nada.',
  token: 'una clave de al menos 8 caracteres, sin espacios',
};

/** Data that cannot be opened or taken in. */
export const dbTexts = {
  newerData: (newer: string, own: string) =>
    `Los datos son de una versión más nueva (${newer}) que este programa (${own}); actualiza el programa.`,
  olderRunning: (running: string | null, own: string, oldest: string) =>
    `Un servidor de ${running ? `la versión ${running}` : 'una versión anterior a la 1.0.0'} usa la base de datos (DATABASE_URL), y la ${own} no puede ponerla al día mientras siga en marcha: detén todos los servidores anteriores a la ${oldest} y arranca de nuevo.`,
  tablesHeld:
    'No se ha podido poner al día la base de datos (DATABASE_URL): otro programa tiene ocupadas sus tablas, quizá una copia de seguridad. Espera a que termine y arranca de nuevo.',
  changedMigration: (migration: string) =>
    `La migración ${migration} no es la que se aplicó a estos datos.`,
  noTrigrams:
    'A la base de datos (DATABASE_URL) le falta la extensión pg_trgm y su usuario no puede crearla: ejecuta en ella «create extension pg_trgm;» como administrador de PostgreSQL (viene en el paquete postgresql-contrib) y arranca de nuevo.',
  noData: (folder: string) => `No hay datos en ${folder}.`,
  noSchema: 'La base de datos no contiene una instalación de WEB CHAT.',
  taken: (place: string) => `Ya hay datos en ${place}; no se ha cambiado nada.`,
  serverRunning: 'Hay un servidor en marcha con esta base de datos: detenlo y repite la orden.',
};

/** A server that starts, waits, ends or cannot do so. */
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
