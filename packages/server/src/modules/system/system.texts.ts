export const systemTexts = {
  diskFull: 'El disco de los datos (DATA_DIR) está lleno',
  tooManyOpenFiles: 'El servidor tiene demasiados archivos abiertos',
  databaseDown: 'La base de datos no responde',
  databaseFull: 'El disco de la base de datos está lleno',
  redisDown: 'Redis no responde',
  storageDown: (name: string) => `El almacén de archivos (${name}) no responde`,
};
