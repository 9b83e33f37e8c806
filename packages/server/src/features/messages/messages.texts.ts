export const messagesTexts = {
  deleted: 'Mensaje eliminado',
  inactive: 'Esta persona ya no participa en el grupo',
  notRepliable: 'No se puede responder a este mensaje',
  notInPersonalChat: 'Aquí no se puede responder',
  unsupportedType: 'Todavía no se pueden enviar archivos',
};
