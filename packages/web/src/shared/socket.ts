import type { ClientToServerEvents, ServerToClientEvents } from '@chat/contract/events';
import { requiredStepOf, sessionEndTexts } from '@chat/contract/session';
import { getCurrentUser } from '@chat/contract/users';
import { io, type Socket } from 'socket.io-client';
import { callApi } from './call-api.ts';
import { connection } from './query-client.ts';
import {
  closeSession,
  countRestrictions,
  onRestriction,
  readSession,
  setRequired,
} from './session.ts';

export type ChatSocket = Socket<ServerToClientEvents, ClientToServerEvents>;
type RegisteredListener = () => void;

const ANSWER_TIMEOUT_MS = 4_000;
const RECONNECT_MS = 3_000;

/** One socket for the page's life; it speaks for the user who is signed in when it connects (rules/realtime 7, 8). */
export const socket: ChatSocket = io({
  autoConnect: false,
  auth: (give) => give({ token: readSession().login?.accessToken }),
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  timeout: 20_000,
});

connection.socket = socket;

const registeredListeners = new Set<RegisteredListener>();

/** Calls back after each `register` the server took, the first and every reconnection: read again what is shown. */
export function onRegistered(listener: RegisteredListener): () => void {
  registeredListeners.add(listener);
  return () => registeredListeners.delete(listener);
}

/** The connection for which the server took a `register`. */
let registeredId: string | undefined;
const isRegistered = () => socket.connected && socket.id === registeredId;

function register(): void {
  const { login, user } = readSession();
  if (!login || !user) return;
  socket.emit('register', { accessToken: login.accessToken, userId: user.uuid }, (answer) => {
    if (!answer.ok) return void askWhy().catch(() => undefined);
    registeredId = socket.id;
    for (const listener of registeredListeners) listener();
  });
}

/** A session that was restricted or ended while nobody was listening: a call brings the reason. */
async function askWhy(): Promise<void> {
  const restrictions = countRestrictions();
  try {
    const { content } = await callApi(getCurrentUser);
    const required = requiredStepOf(content);
    // A restriction that came meanwhile is newer than the answer.
    if (required !== undefined || countRestrictions() === restrictions) setRequired(required);
  } finally {
    reconnectLater();
  }
}

let waiting: number | undefined;

/** The server is there but in trouble, so nothing else may try again; a connection that came meanwhile stays. */
function reconnectLater(): void {
  window.clearTimeout(waiting);
  waiting = window.setTimeout(() => {
    // The layout connects a restricted session anew afterwards.
    if (!isRegistered() && readSession().user && !readSession().login?.required) reconnect();
  }, RECONNECT_MS);
}

/** The layout connects anew, unless the restriction was over before the layout was gone. */
function connectSoon(): void {
  window.setTimeout(() => {
    if (readSession().user && !readSession().login?.required) connectSocket();
  }, RECONNECT_MS);
}

/** With each heartbeat of the server, which comes every 10 s: two rhythms would cost it twice (rules/realtime 7). */
socket.io.on('ping', () => {
  if (socket.connected && readSession().user?.isAdmin === false) socket.emit('ping_server');
});

/** When the try that is under way was begun. */
let tryingSince: number | undefined;
const noteTry = () => {
  tryingSince = performance.now();
};
const noteEndOfTry = () => {
  tryingSince = undefined;
};
socket.io.on('reconnect_attempt', noteTry);
socket.io.on('error', noteEndOfTry);
socket.io.on('close', noteEndOfTry);

function connect(): void {
  noteTry();
  socket.connect();
}

/** Opens the connection of a session whose user is known; harmless when it is open. */
export function connectSocket(): void {
  if (socket.active) return;
  connect();
}

export function disconnectSocket(): void {
  socket.disconnect();
}

function reconnect(): void {
  socket.disconnect();
  connect();
}

/** A try that has just begun is let finish: however often one looks, a slow connection comes about. */
const isTrying = () =>
  tryingSince !== undefined && performance.now() - tryingSince < ANSWER_TIMEOUT_MS;

/**
 * After a sleep or a change of network: no waiting for the next try, and a connection that only looks open is
 * given up at once.
 */
function checkConnection(): void {
  if (!socket.active || document.visibilityState === 'hidden') return;
  if (!socket.connected) {
    if (!isTrying()) reconnect();
    return;
  }
  const { id } = socket;
  socket.timeout(ANSWER_TIMEOUT_MS).emit('ping_server', (lost: Error | null) => {
    if (lost && socket.id === id) reconnect();
  });
}

for (const waking of ['online', 'offline', 'pageshow']) {
  window.addEventListener(waking, checkConnection);
}
document.addEventListener('visibilitychange', checkConnection);

socket.on('connect', register);
socket.on('session:restricted', ({ required }) => setRequired(required));
// A restricted session's hears nothing; the layout connects anew afterwards.
onRestriction((required) => (required ? disconnectSocket() : connectSoon()));
socket.on('session:ended', ({ reason }) => closeSession(reason, sessionEndTexts[reason]));
socket.on('connect_error', (error) => {
  if (error.message === 'unauthorized') askWhy().catch(() => undefined);
  else if (!socket.active) reconnectLater();
});
