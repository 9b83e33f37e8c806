/** What a reply quotes once the message it answers is gone (rules/messages 19). */
export const deletedQuote = 'Mensaje eliminado';

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
