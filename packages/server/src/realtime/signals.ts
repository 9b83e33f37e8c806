import { textErrors } from '@chat/contract/checks';
import type { ClientToServerEvents } from '@chat/contract/events';
import type { z } from 'zod';
import { lineOfFailure } from '../db/faults.ts';
import type { BoundedLog } from '../http/bounded-log.ts';
import { toAppError } from '../http/error-handler.ts';
import { callingFrom, type FinderOf, restricted, type Viewer } from '../http/viewer.ts';
import { createKeyedQueue, type Load, sumOf } from '../security/keyed-queue.ts';
import { createPlaces, tokenBucket } from '../security/limiter.ts';
import { AppError } from '../shared/errors.ts';
import { httpTexts } from '../shared/http.texts.ts';
import type { LiveSocket } from './live-sockets.ts';

/**
 * The sockets that may emit a signal: `connected` before `register`, `registered` after it, `admin` a registered
 * administrator.
 */
type SignalAccess = 'connected' | 'registered' | 'admin';

export interface SignalCall<Payload> {
  viewer: Viewer;
  payload: Payload;
  socket: LiveSocket;
}

interface Signal {
  event: keyof ClientToServerEvents;
  access: SignalAccess;
  /** Checks the payload, and does what the signal asks for. */
  take: (viewer: Viewer, payload: unknown, socket: LiveSocket) => Promise<void> | void;
}

type HandleSignal<Schema extends z.ZodType> = (
  call: SignalCall<z.output<Schema>>,
) => Promise<void> | void;

/** The events a client may emit, each with who may do so; all others are ignored. */
export interface Signals {
  on<Schema extends z.ZodType>(
    event: keyof ClientToServerEvents,
    access: SignalAccess,
    schema: Schema,
    handle: HandleSignal<Schema>,
  ): void;
  /**
   * Listens as `on` does, to a signal that asks the database each time: a person's signals of its kind take turns, in
   * the order in which they came.
   */
  onSerially<Schema extends z.ZodType>(
    event: keyof ClientToServerEvents,
    access: SignalAccess,
    schema: Schema,
    handle: HandleSignal<Schema>,
    kind?: string,
  ): void;
  /** Called once for each socket that is gone, whatever the cause. */
  onGone(handle: (socket: LiveSocket) => Promise<void>): void;
  /** Starts to listen to a socket that has just connected. */
  attach(socket: LiveSocket): void;
  load(): Load;
}

type Reply = { ok: true } | { ok: false; message: string };

// The limit of one person; their pages have not a fraction of it to send at a time.
const MAX_AT_ONCE = 1_000;
// The limit for one person's signals that ask the database each by itself.
const ASKING_AT_ONCE = 2;
const ASKING_A_SECOND = 100;
const ASKING_IN_A_ROW = 100;
const MAX_WAIT_MS = 10_000;

const findAck = (args: unknown[]) =>
  args.find((arg): arg is (reply: Reply) => void => typeof arg === 'function');

// Nothing of it is a promise of its own: of receipts there are thousands a second.
function runSignal(
  signal: Signal,
  socket: LiveSocket,
  payload: unknown,
  viewer: Viewer | undefined,
): Promise<void> | void {
  if (!viewer) throw new AppError(401, httpTexts.notSignedIn);
  if (viewer.required) throw restricted(viewer.required);
  if (signal.access !== 'connected' && !socket.data.registeredAs) {
    throw new AppError(403, httpTexts.notAllowed);
  }
  if (signal.access === 'admin' && !viewer.isAdmin) throw new AppError(403, httpTexts.notAllowed);
  return signal.take(viewer, payload, socket);
}

const checking =
  <Schema extends z.ZodType>(schema: Schema, handle: HandleSignal<Schema>): Signal['take'] =>
  (viewer, payload, socket) => {
    const parsed = schema.safeParse(payload);
    if (!parsed.success)
      throw new AppError(422, parsed.error.issues[0]?.message ?? textErrors.invalid);
    return handle({ viewer, payload: parsed.data, socket });
  };

/**
 * Closes a socket after a wrong `register` (rules/realtime 2); after a failure of ours the client reconnects by itself.
 * A restricted session's stays open: it may register once its user has done what they must.
 */
function closeAfterFailure(socket: LiveSocket, { status, errors }: AppError): void {
  if (errors.required) return;
  if (status >= 500) socket.conn.close();
  else socket.disconnect(true);
}

/** For a signal that has waited: false once its session has ended; throws once that is restricted (rules/sign-in 24). */
async function isStillServed(finderOf: FinderOf, socket: LiveSocket): Promise<boolean> {
  if (!socket.connected) return false;
  const viewer = await finderOf(socket.data.token)();
  if (viewer?.required) throw restricted(viewer.required);
  return socket.connected;
}

const createAskingTurns = () =>
  createKeyedQueue({
    atOnce: ASKING_AT_ONCE,
    maxPerKey: MAX_AT_ONCE,
    maxWaitMs: MAX_WAIT_MS,
    pace: tokenBucket({ aSecond: ASKING_A_SECOND, burst: ASKING_IN_A_ROW }),
  });

function logFailed(log: BoundedLog, error: unknown, { event }: Signal, { data }: LiveSocket): void {
  const { level, about } = lineOfFailure(error);
  const line = { level, words: 'signal failed', about: { signal: event, ...about } };
  if (level === 'warn') log.once(event, `${data.userId}`, line);
  else log.each(event, `${data.userId}`, line);
}

export function createSignals(finderOf: FinderOf, log: BoundedLog): Signals {
  const signals: Signal[] = [];
  const underWay = createPlaces({ ofEach: MAX_AT_ONCE });
  const turns = createAskingTurns();
  const goneHandlers: ((socket: LiveSocket) => Promise<void>)[] = [];

  async function answer(
    signal: Signal,
    socket: LiveSocket,
    args: unknown[],
    find: ReturnType<FinderOf>,
  ): Promise<void> {
    const ack = findAck(args);
    const payload = args.find((arg) => typeof arg !== 'function');
    try {
      const found = find();
      const viewer = found instanceof Promise ? await found : found;
      const caller = viewer && callingFrom(viewer, socket.data.address);
      await runSignal(signal, socket, payload, caller);
      ack?.({ ok: true });
    } catch (error) {
      const failure = toAppError(error);
      if (failure.status >= 500) logFailed(log, error, signal, socket);
      ack?.({ ok: false, message: failure.message });
      if (signal.event === 'register') closeAfterFailure(socket, failure);
    }
  }

  return {
    load: () => sumOf([turns.load(), { waiting: 0, refused: underWay.refused() }]),
    on(event, access, schema, handle) {
      signals.push({ event, access, take: checking(schema, handle) });
    },
    onSerially(event, access, schema, handle, kind = event) {
      this.on(event, access, schema, (call) =>
        turns.run(`${kind} ${call.viewer.id}`, async () => {
          if (await isStillServed(finderOf, call.socket)) await handle(call);
        }),
      );
    },
    onGone(handle) {
      goneHandlers.push(handle);
    },
    attach(socket) {
      for (const handle of goneHandlers) socket.on('disconnect', () => void handle(socket));
      const find = finderOf(socket.data.token);
      const { userId } = socket.data;
      const leave = () => underWay.leave(userId);
      for (const signal of signals) {
        socket.on(signal.event, (...args: unknown[]) => {
          if (!underWay.enter(userId))
            return findAck(args)?.({ ok: false, message: httpTexts.tooManyRequests });
          // The promise never fails.
          void answer(signal, socket, args, find).then(leave);
        });
      }
    },
  };
}
