import { deletedQuote } from '@chat/contract/messages/messages.texts';

export const messagesTexts = {
  deleted: deletedQuote,
  inactive: 'Esta persona ya no participa en el grupo',
  notRepliable: 'No se puede responder a este mensaje',
  notInPersonalChat: 'Aquí no se puede responder',
};
