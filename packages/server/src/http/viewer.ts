import type { CurrentUser, SupervisionSetting } from '@chat/contract/auth';
import type { Route } from '@chat/contract/route';
import {
  type RequiredStep,
  type Requirements,
  type SessionEndReason,
  sessionEndTexts,
  sessionOver,
} from '@chat/contract/session';
import { fastifyCookie } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/database.ts';
import { AppError, concerning, forbidden, unauthorized } from '../shared/errors.ts';
import { httpTexts } from '../shared/http.texts.ts';
import { plainAddress } from './addresses.ts';

/**
 * The user making a call, through one live session from one approved device. `id` is internal, `uuid` goes on the
 * wire.
 */
export interface Viewer extends CurrentUser {
  sessionId: number;
  /** Where the call came from; of a session whose caller is not known, where it began. */
  address: string | null;
  /** Everything that they must do first. */
  requirements: Requirements;
  /** The first of these; undefined for a session that is not restricted. */
  required: RequiredStep | undefined;
  /** The version of the privacy notice that they confirmed last. */
  noticeVersion: number | null;
  isSupervisor: boolean;
  /** How the viewer may read conversations of others: by the setting; `off` without the right to supervise. */
  supervision: SupervisionSetting;
}

/** Returns the viewer of a live session's token, else undefined. */
export type Authenticate = (token: string) => Promise<Viewer | undefined>;

/** Returns for one token what finds its viewer: at once while they are remembered. */
export type FinderOf = (token: string) => () => Viewer | Promise<Viewer | undefined>;

/** Ways to find a caller's session; the cookie is good for files alone. */
export interface Authenticators {
  finderOf: FinderOf;
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

const mayCall: Record<Route['access'], (viewer: Viewer) => boolean> = {
  public: () => true,
  session: () => true,
  manager: (viewer) => viewer.role !== 'USER',
  admin: (viewer) => viewer.isAdmin,
};

/** The answer to everything that a restricted session may not do (rules/sign-in 22). */
export const restricted = (required: RequiredStep) =>
  new AppError(403, httpTexts.required[required], { required: [required] });

/** Throws for a restricted session, unless the route says that it serves it meanwhile. */
function assertUnrestricted(viewer: Viewer, { whileRequired }: Pick<Route, 'whileRequired'>): void {
  const { required } = viewer;
  if (required === undefined || whileRequired === 'any') return;
  if (!whileRequired?.includes(required)) throw concerning(viewer, restricted(required));
}

/** The viewer of a call. Most come from where the session began: of these no object of their own is made. */
export const callingFrom = (viewer: Viewer, address: string): Viewer =>
  viewer.address === address ? viewer : { ...viewer, address };

/** The part of a route that says who may call it. */
export type Door = Pick<Route, 'access' | 'whileRequired'>;

/** A session as a call found it, and how to find it again. */
export interface Found {
  find: ReturnType<FinderOf>;
  viewer: Viewer;
}

/** True where nothing has happened to the caller's session since the call was admitted. */
export const isStillAdmitted = async ({ found }: FastifyRequest): Promise<boolean> =>
  found !== undefined && (await found.find()) === found.viewer;

/** Checks that the caller may use the route; 401 without a session, 403 for a restricted one or without the role. */
export async function admitViewer(
  { finderOf, whyEnded }: Authenticators,
  request: FastifyRequest,
  door: Door,
): Promise<Viewer> {
  const token = bearerToken(request);
  if (token === undefined) throw unauthorized();
  const find = request.found?.find ?? finderOf(token);
  const viewer = await find();
  if (!viewer) throw await sessionEnded(whyEnded, token);
  assertUnrestricted(viewer, door);
  if (!mayCall[door.access](viewer)) throw concerning(viewer, forbidden());
  request.found = { find, viewer };
  return callingFrom(viewer, plainAddress(request.ip));
}

/** Admits any unrestricted session by its header or its cookie; the header decides over both (rules/sessions 12). */
export async function admitReader(
  authenticators: Authenticators,
  request: FastifyRequest,
): Promise<Viewer> {
  const door: Door = { access: 'session' };
  if (request.headers.authorization !== undefined) {
    return admitViewer(authenticators, request, door);
  }
  const cookie = readFileCookie(request);
  const viewer = cookie === undefined ? undefined : await authenticators.findByCookie(cookie);
  if (!viewer) throw unauthorized();
  assertUnrestricted(viewer, door);
  return callingFrom(viewer, plainAddress(request.ip));
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
  /** The viewer of a live token, for one that is asked for again and again. */
  finderOf: FinderOf;
  /**
   * Ends sessions, requests and sockets both, at every process. Call after the commit of what made them end.
   * `address`: of the person who does that.
   */
  end(scope: SessionScope, reason: SessionEndReason, address?: string | null): Promise<void>;
  /**
   * Ends sessions in the transaction of what makes them end: none goes on where the process or the database fails right
   * after the commit. Call what it gives after the commit: that ends requests and sockets.
   */
  endIn(
    tx: Db,
    scope: SessionScope,
    reason: SessionEndReason,
    address?: string | null,
  ): Promise<() => Promise<void>>;
  /**
   * E-mail or rights of the users changed, or what they must do first: read them again at the next call. Sessions that
   * are restricted now are told so, at every process.
   */
  refresh(userIds: number[] | 'all'): void;
}
