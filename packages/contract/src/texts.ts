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

/** The sign-in page shows this text (rules/sessions 7). After a logout it names no reason: the user knows it. */
export const sessionEndTexts = {
  logout: 'Inicia sesión para continuar',
  blocked: 'Tu usuario está bloqueado. Contacta con un administrador.',
  deleted: 'Tu usuario ha sido eliminado. Contacta con un administrador.',
  device: 'Tu dispositivo ya no está autorizado. Contacta con un administrador.',
  password: 'Tu contraseña ha cambiado. Inicia sesión con la nueva.',
  expired: 'Tu sesión ha caducado. Inicia sesión de nuevo.',
  owner: 'Has cerrado esta sesión desde otro dispositivo.',
};
export type SessionEndReason = keyof typeof sessionEndTexts;

/** The reason of an ended session, found by its text. */
export const reasonOf = (text: string): SessionEndReason | undefined =>
  reasons.find((reason) => sessionEndTexts[reason] === text);

const reasons = Object.keys(sessionEndTexts) as SessionEndReason[];

/** The answer to a session token that the server does not know. */
export const sessionOver = 'Tu sesión ha terminado. Inicia sesión de nuevo.';
