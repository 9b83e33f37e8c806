import { panelTexts } from './panel.texts.ts';
import type { Kind } from './search-view.ts';

const kinds: Record<Kind, string> = {
  imagen: 'Imágenes',
  video: 'Vídeos',
  audio: 'Audios',
  archivo: 'Archivos',
  enlace: 'Enlaces',
};

export const searchTexts = {
  ...panelTexts,
  filters: 'Filtros',
  from: 'Persona',
  place: 'Conversación',
  kind: 'Tipo',
  kinds,
  chosen: {
    from: (email: string) => `De: ${email}`,
    place: (name: string) => `En: ${name}`,
    kind: (kind: Kind) => kinds[kind],
  },
  findPerson: 'Buscar persona',
  findPlace: 'Buscar conversación',
  findKind: 'Buscar tipo',
  clearFilters: 'Quitar filtros',
  groupChat: 'Chat grupal',
  wholeGroup: (name: string) => `Todo el grupo ${name}`,
  wholeGroupHint: 'El chat grupal y los directos',
  personalChat: 'Mi chat',
  you: 'Tú',
  results: 'Mensajes encontrados',
  searching: 'Buscando…',
  count: (count: number, hasMore: boolean) => {
    const found = count === 1 ? '1 mensaje' : `${count} mensajes`;
    return hasMore ? `${found} y más` : found;
  },
  nothing: 'No se encontró ningún mensaje',
  nothingHint: 'Se buscan mensajes con todas las palabras. Prueba con menos, o con otras.',
  nothingTypedHint: 'Ningún mensaje cumple también los filtros escritos. Prueba sin ellos.',
  nothingFilteredHint: 'Ningún mensaje cumple también los filtros.',
  failed: 'No se pudo buscar',
  moreFailed: 'No se pudieron cargar más mensajes',
  gone: 'Ese mensaje ya no está disponible.',
  openFailed: 'No se pudo abrir el mensaje.',
  recents: 'Búsquedas recientes',
  clearRecents: 'Borrar todas',
  removeRecent: (text: string) => `Quitar ${text} de las búsquedas recientes`,
  begin: 'Busca en tus mensajes',
  beginAll: 'Busca en los mensajes de los demás',
  beginHint: 'Escribe una o varias palabras. Ni las mayúsculas ni los acentos importan.',
};

/** The operators beside plain words. */
export const operators: [typed: string, meaning: string][] = [
  ['"nos vemos el lunes"', 'las palabras exactas, en ese orden'],
  ['-borrador', 'sin mensajes con esa palabra'],
  ['de:ana', 'lo que escribió una persona; de:yo, lo tuyo'],
  ['en:ventas', 'en un grupo o con una persona'],
  ['tiene:imagen', 'o archivo, video, audio, enlace'],
  ['después:2026-03-01', 'desde ese día, incluido'],
  ['antes:2026-04-01', 'hasta ese día, sin incluirlo'],
];
