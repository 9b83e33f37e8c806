export const searchErrors = {
  blank: 'Escribe qué buscar',
};
