import type { ClientRequest, IncomingMessage } from 'node:http';

export const answerTo = (asking: ClientRequest): Promise<IncomingMessage> =>
  new Promise((settle, reject) => {
    asking.once('response', settle).once('error', reject);
  });
