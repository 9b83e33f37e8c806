import type { CurrentUser } from '@chat/contract/auth/auth.schema';
import type { Access } from '@chat/contract/shared/define-route';
import type { FastifyRequest } from 'fastify';
import { forbidden, unauthorized } from './errors.ts';

/** The user making a call, through one live session from one approved device. `id` is internal, `uuid` goes on the wire. */
export interface Viewer extends CurrentUser {
  sessionId: number;
}

/** Gives the viewer of a live session's token, else undefined. */
export type Authenticate = (token: string) => Promise<Viewer | undefined>;

export function bearerToken(request: FastifyRequest): string | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined;
}

const mayCall: Record<Exclude<Access, 'public'>, (viewer: Viewer) => boolean> = {
  session: () => true,
  manager: (viewer) => viewer.role !== 'USER',
  admin: (viewer) => viewer.isAdmin,
};

/** Lets through who may call a route of this access at all; 401 without a session, 403 without the role. */
export async function admitViewer(
  authenticate: Authenticate,
  request: FastifyRequest,
  access: Exclude<Access, 'public'>,
): Promise<Viewer> {
  const token = bearerToken(request);
  const viewer = token === undefined ? undefined : await authenticate(token);
  if (!viewer) throw unauthorized();
  if (!mayCall[access](viewer)) throw forbidden();
  return viewer;
}
