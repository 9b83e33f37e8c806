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
