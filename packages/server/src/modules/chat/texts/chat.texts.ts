import { deletedQuote, messageErrors } from '@chat/contract/checks';

export const chatTexts = {
  notMember: 'No puedes escribir en este chat',
  notParticipant: 'No participas en este grupo',
  withYourself: 'No puedes abrir un chat contigo mismo',
  inactive: 'Esta persona ya no participa en el grupo',

  deleted: deletedQuote,
  notRepliable: 'No se puede responder a este mensaje',
  noReplyInPersonalChat: 'Aquí no se puede responder',
  noReactionInPersonalChat: 'Aquí no se puede reaccionar',
  noMuteOfPersonalChat: 'Tu chat personal no se puede silenciar',
  muteTooLong: 'Se puede silenciar como máximo un año',
  noLaterInPersonalChat: 'Aquí no se pueden programar mensajes',
  sendAtPassed: 'La hora de envío debe ser posterior a la actual',
  sendAtTooFar: 'Un mensaje se puede programar con un año de antelación como máximo',
  tooManyScheduled: (max: number) =>
    `Ya tienes ${max} mensajes programados. Cancela alguno para programar otro.`,
  held: 'Se conserva por requerimiento.',
  notSupervisor: 'Solo pueden hacerlo los administradores que supervisan',
  noRetention:
    'RETENTION_DAYS no está configurado, ni tiene plazo ningún grupo: los mensajes se conservan siempre.',

  tooManySends: 'Has enviado demasiado en un minuto. Espera un momento e inténtalo de nuevo.',
  dailyLimit: (megabytes: number) => `Has alcanzado tu límite diario de ${megabytes} MB`,

  fileRequired: messageErrors.fileRequired,
  emptyFile: messageErrors.emptyFile,
  notAnImage: messageErrors.notAnImage,
  namelessFile: 'archivo',
  thumbnailUnderWay: 'La miniatura aún no está lista. Intenta nuevamente en unos segundos.',
};
