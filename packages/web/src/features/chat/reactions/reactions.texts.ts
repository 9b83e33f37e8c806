export const reactionsTexts = {
  title: 'Reacciones',
  react: 'Reaccionar',
  moreEmojis: 'Más emojis',
  you: 'Tú',
  replace: 'Cambiar',
  remove: 'Quitar',
  quick: {
    '👍': 'Me gusta',
    '❤️': 'Me encanta',
    '😂': 'Risa',
    '😮': 'Sorpresa',
    '😢': 'Tristeza',
    '😡': 'Enfado',
  },
  reactionsWith: (emoji: string, count: number) =>
    count === 1 ? `${emoji} 1 reacción` : `${emoji} ${count} reacciones`,
  more: (count: number) => (count === 1 ? '1 reacción más' : `${count} reacciones más`),
  withYours: (label: string) => `${label}, con la tuya`,
};
