import type { User } from '@chat/contract/users';
import { acceptInvitation, createInvitation, type Invitation } from '@chat/contract/users';
import type { TestApp } from './build-app.ts';
import { personForm } from './cast.ts';
import type { Client, Reply } from './client.ts';

/** The token that a link carries. */
export const tokenOf = ({ url }: Invitation): string => new URL(url).hash.slice(1);

type Invited = User & { invitation: Invitation };

/** Registers a person without a password. */
export function registerInvited(
  app: TestApp,
  name: string,
  more: object = {},
): Promise<Reply<Invited>> {
  const { password, ...form } = personForm(`${name}@empresa.local`, more);
  return app.elena.request('POST', '/users', { ...form, invite: true });
}

/** The token of a new invitation. */
export async function invite(inviter: Client, userId: string, body = {}): Promise<string> {
  const reply = await inviter.call(createInvitation, { params: { userId }, body });
  if (reply.status !== 201) throw new Error(`not invited: ${reply.message}`);
  return tokenOf(reply.content);
}

/** Somebody on the page of an invitation chooses a password. */
export const accept = (client: Client, token: string, password = 'elegida-por-mí') =>
  client.call(acceptInvitation, { body: { token, password } });
