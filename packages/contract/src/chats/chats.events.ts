import { z } from 'zod';
import { uuid } from '../shared/ids.ts';

/** `watch` and `unwatch`: an administrator follows a chat live without being its member. */
export const watchSignal = z.object({ chatId: uuid });
