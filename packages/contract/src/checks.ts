/** Numbers that both sides must agree on. Lengths are in code points. */
export const limits = {
  name: 100,
  description: 500,
  email: 254,
  passwordMin: 6,
  passwordMax: 200,
  placeNameMin: 4,
  placeNameMax: 50,
  content: 10_000,
  /** Characters of a privacy notice. */
  notice: 50_000,
  /** The reason of a hold, or for reading a chat of others. */
  reasonMin: 10,
  reasonMax: 500,
  referenceId: 64,
  deviceIdMin: 8,
  deviceIdMax: 128,
  /** The most ids that a list in a body may have. */
  ids: 5_000,
  pageSize: 200,
  /** A hundred years. */
  retentionDaysMax: 36_500,
  messagesPerPage: 50,
  chatsPerPage: 50,
  searchQuery: 200,
  foundMessages: 50,
  /** A recording's waveform: the most numbers, and the highest number. */
  waveform: 200,
  loudest: 100,
} as const;

export const textErrors = {
  invalid: 'Valor no válido',
  invalidCharacters: 'El texto contiene caracteres no válidos',
  tooLong: (max: number) => `No puede exceder los ${max} caracteres`,
  tooMany: (max: number) => `No puede exceder los ${max} elementos`,
};

/** Stands for a person of whom nothing is left (rules/erasure 2). */
export const erasedPerson = 'Usuario eliminado';

/** The quote of a reply to a deleted message (rules/messages 19). */
export const deletedQuote = 'Mensaje eliminado';
/** The quote of what was said before an administrator joined who reads from then on only (rules/supervision 14). */
export const unavailableQuote = 'Mensaje no disponible';

export const messageErrors = {
  notYours: 'Solo puedes cambiar tus mensajes',
  editLate: 'Ya no se puede editar este mensaje',
  deleteLate: 'Ya no se puede eliminar este mensaje',
  forwardedStays: 'Un mensaje reenviado no se puede editar',
  blank: 'Escribe un mensaje',
  tooLong: 'El mensaje no puede exceder los 10 000 caracteres',
  fileRequired: 'Selecciona un archivo',
  fileNotAllowed: 'Un mensaje de texto no lleva archivo',
  onlyOneFile: 'Solo se puede enviar un archivo',
  emptyFile: 'El archivo está vacío',
  waveform: 'La forma de onda debe ser una lista de hasta 200 números enteros de 0 a 100',
  notAnImage: 'El archivo no es una imagen válida',
  fileTooLarge: (megabytes: number) => `El archivo supera el tamaño máximo de ${megabytes} MB`,
};

/** The group every non-admin joins; it can be neither renamed nor deleted (rules/groups 6). */
export const GENERAL = 'GENERAL';

/** Returns the value, or throws an error that names the missing thing. */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new Error(`There is no ${what}`);
  return value;
}

/** The first item of a list that must not be empty. */
export function firstOf<T>(list: readonly T[] | null | undefined): T {
  return required(list?.[0], 'first one');
}

const SEEN_ASCII = /[!-~]/;
const UNSEEN = /^[\p{Default_Ignorable_Code_Point}\p{White_Space}]*$/u;

/**
 * A text is blank without any visible character: only white space and characters that Unicode lets a program ignore.
 */
export const isBlank = (text: string): boolean =>
  // Fast path: most texts have a visible ASCII character.
  !SEEN_ASCII.test(text) && UNSEEN.test(text.normalize('NFKC'));

// The runtime's list may be older than the emoji, so a sequence with the structure of an emoji passes too.
const EMOJI =
  /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}(?:\uFE0F|\p{EMod})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{EMod})?)*)$/v;
const LONGEST = 40;

/** Exactly one emoji, whatever its skin tone or how many parts it joins (rules/reactions 1). */
export const isEmoji = (text: string): boolean => text.length <= LONGEST && EMOJI.test(text);

const IMAGE = /\.(?:jpe?g|png|gif|webp|bmp|svg)$/i;

/** How a chosen file is sent: as IMAGE by its extension, whatever the case, otherwise as FILE (rules/files 1). */
export const fileTypeOf = (fileName: string): 'IMAGE' | 'FILE' =>
  IMAGE.test(fileName) ? 'IMAGE' : 'FILE';
