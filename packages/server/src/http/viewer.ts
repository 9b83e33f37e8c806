import type { CurrentUser, SessionEndReason } from '@chat/contract/auth';
import type { Access } from '@chat/contract/route';
import { sessionEndTexts, sessionOver } from '@chat/contract/texts';
import { fastifyCookie } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { concerning, forbidden, unauthorized } from '../shared/errors.ts';

/** The user making a call, through one live session from one approved device. `id` is internal, `uuid` goes on the wire. */
export interface Viewer extends CurrentUser {
  sessionId: number;
}

/** Gives the viewer of a live session's token, else undefined. */
export type Authenticate = (token: string) => Promise<Viewer | undefined>;

/** Gives for one token what finds its viewer: at once while they are remembered. */
export type FinderOf = (token: string) => () => Viewer | Promise<Viewer | undefined>;

/** Ways to find a caller's session; the cookie is good for files alone. */
export interface Authenticators {
  find: Authenticate;
  findByCookie: Authenticate;
  /** Why a token lets nobody in any more. */
  whyEnded: (token: string) => Promise<SessionEndReason | undefined>;
}

export function bearerToken(request: FastifyRequest): string | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined;
}

async function sessionEnded(whyEnded: Authenticators['whyEnded'], token: string) {
  const reason = await whyEnded(token);
  return unauthorized(reason ? sessionEndTexts[reason] : sessionOver);
}

const mayCall: Record<Exclude<Access, 'public'>, (viewer: Viewer) => boolean> = {
  session: () => true,
  manager: (viewer) => viewer.role !== 'USER',
  admin: (viewer) => viewer.isAdmin,
};

/** Checks that the caller may use a route of this access; 401 without a session, 403 without the role. */
export async function admitViewer(
  { find, whyEnded }: Authenticators,
  request: FastifyRequest,
  access: Exclude<Access, 'public'>,
): Promise<Viewer> {
  const token = bearerToken(request);
  if (token === undefined) throw unauthorized();
  const viewer = await find(token);
  if (!viewer) throw await sessionEnded(whyEnded, token);
  if (!mayCall[access](viewer)) throw concerning(viewer, forbidden());
  return viewer;
}

/** As `admitViewer` for any session, also by its cookie; where both are given, the header decides (rules/sessions 12). */
export async function admitReader(
  authenticators: Authenticators,
  request: FastifyRequest,
): Promise<Viewer> {
  if (request.headers.authorization !== undefined) {
    return admitViewer(authenticators, request, 'session');
  }
  const cookie = readFileCookie(request);
  const viewer = cookie === undefined ? undefined : await authenticators.findByCookie(cookie);
  if (!viewer) throw unauthorized();
  return viewer;
}

// For files alone: `<img>` and downloads cannot carry a header (rules/sessions 11).
const NAME = 'chat_files';
const PATH = '/api/files';
// Its session ends it sooner; without any age a browser would forget it when it is closed, and the session not.
const MAX_DAYS = 400;

/** A `Set-Cookie` that gives the browser its key to files; null takes it away. */
export function fileCookie(value: string | null, isSecure: boolean): string {
  return fastifyCookie.serialize(NAME, value ?? '', {
    httpOnly: true,
    sameSite: 'strict',
    path: PATH,
    secure: isSecure,
    maxAge: value === null ? 0 : MAX_DAYS * 24 * 3600,
  });
}

const readFileCookie = ({ headers }: FastifyRequest): string | undefined =>
  headers.cookie === undefined ? undefined : fastifyCookie.parse(headers.cookie)[NAME];

/** The sessions that end: one, a device's, or all of a user but one. */
export type SessionScope =
  | { sessionId: number }
  | { deviceId: number }
  | { userId: number; except?: number };

/** Sessions as other operations use them; `modules/auth/sessions.ts` implements it. */
export interface SessionControl {
  /** Ends sessions, requests and sockets both, at every process. Call after the commit of what made them end. */
  end(scope: SessionScope, reason: SessionEndReason): Promise<void>;
  /** E-mail or rights of the users changed: read them again at the next call. */
  refresh(userIds: number[]): void;
}
