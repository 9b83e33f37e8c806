import { takenField } from '../../../shared/errors.ts';
import type { ChatContext } from '../../chat/context.ts';
import { usersTexts } from './users.texts.ts';

const emailTaken = () => takenField('email', usersTexts.emailTaken);

export const emailRefusals = { users_email_key: emailTaken };

/** The system's address for group chats is nobody's (rules/people 9). */
export function assertNotGroupAddress(ctx: Pick<ChatContext, 'config'>, email: string): void {
  if (email === ctx.config.groupAddress) throw emailTaken();
}
