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
  timeZone: 'una zona horaria, por ejemplo Europe/Madrid',
  token: 'una clave de al menos 8 caracteres, sin espacios',
};
