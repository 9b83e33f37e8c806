import { deletedQuote } from '@chat/contract/messages/messages.texts';

export const messagesTexts = {
  deleted: deletedQuote,
  inactive: 'Esta persona ya no participa en el grupo',
  notRepliable: 'No se puede responder a este mensaje',
  noRetention: 'RETENTION_DAYS no está configurado: los mensajes se conservan siempre.',
  notInPersonalChat: 'Aquí no se puede responder',
};
