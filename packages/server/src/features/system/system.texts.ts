export const systemTexts = {
  databaseDown: 'La base de datos no responde',
};
