export const mentionsTexts = {
  list: 'Mencionar a',
  found: (count: number) =>
    count === 1 ? '1 persona encontrada' : `${count} personas encontradas`,
};
