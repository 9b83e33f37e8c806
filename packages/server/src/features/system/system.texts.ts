export const systemTexts = {
  databaseDown: 'La base de datos no responde',
  redisDown: 'Redis no responde',
  storageDown: (name: string) => `El almacén de archivos (${name}) no responde`,
};
