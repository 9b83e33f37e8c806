export const seedTexts = {
  ownData: 'La base de datos ya tiene datos propios: no se toca.',
};
