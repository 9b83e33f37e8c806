import { messageErrors } from '@chat/contract/messages/messages.schema';

export const filesTexts = {
  required: messageErrors.fileRequired,
  empty: messageErrors.emptyFile,
  notAnImage: messageErrors.notAnImage,
  nameless: 'archivo',
};
