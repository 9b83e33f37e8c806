import type { CategoryId } from './emoji-data.ts';

const categories: Record<CategoryId | 'recents', string> = {
  recents: 'Recientes',
  smileys_people: 'Caras y personas',
  animals_nature: 'Animales y naturaleza',
  food_drink: 'Comida y bebida',
  travel_places: 'Viajes y lugares',
  activities: 'Actividades',
  objects: 'Objetos',
  symbols: 'Símbolos',
  flags: 'Banderas',
};

export const emojisTexts = {
  emojis: 'Emojis',
  search: 'Buscar emoji',
  found: 'Resultados',
  noneFound: 'No emoji has been found!', // as specified
  noRecents: 'Aquí aparecerán los que uses.',
  categories,
  categoryTabs: 'Categorías',
  hint: 'Elige un emoji',
  tone: 'Tono de piel',
  tones: {
    neutral: 'Tono neutro',
    '1f3fb': 'Tono claro',
    '1f3fc': 'Tono medio claro',
    '1f3fd': 'Tono medio',
    '1f3fe': 'Tono medio oscuro',
    '1f3ff': 'Tono oscuro',
  },
};
