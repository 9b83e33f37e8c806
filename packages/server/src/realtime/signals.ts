import type { ClientToServerEvents } from '@chat/contract/events';
import { textErrors } from '@chat/contract/shared/text';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../http/errors.ts';
import { httpTexts } from '../http/http.texts.ts';
import type { Authenticate, Viewer } from '../http/viewer.ts';
import type { LiveSocket } from './publish.ts';

/** Who may emit a signal: `connected` before `register`, `registered` after it, `admin` a registered administrator. */
type SignalAccess = 'connected' | 'registered' | 'admin';

export interface SignalCall<Payload> {
  viewer: Viewer;
  payload: Payload;
  socket: LiveSocket;
}

interface Signal {
  event: keyof ClientToServerEvents;
  access: SignalAccess;
  schema: z.ZodType;
  handle: (call: SignalCall<unknown>) => Promise<void> | void;
}

/** The events a client may emit, each with who may do so; all others are ignored. */
export interface Signals {
  on<Schema extends z.ZodType>(
    event: keyof ClientToServerEvents,
    access: SignalAccess,
    schema: Schema,
    handle: (call: SignalCall<z.output<Schema>>) => Promise<void> | void,
  ): void;
  /** Starts to listen to a socket that has just connected. */
  attach(socket: LiveSocket): void;
}

type Reply = { ok: true } | { ok: false; message: string };

async function runSignal(
  signal: Signal,
  socket: LiveSocket,
  payload: unknown,
  authenticate: Authenticate,
): Promise<void> {
  const viewer = await authenticate(socket.data.token);
  if (!viewer) throw new AppError(401, httpTexts.notSignedIn);
  if (signal.access !== 'connected' && !socket.data.registeredAs) {
    throw new AppError(403, httpTexts.notAllowed);
  }
  if (signal.access === 'admin' && !viewer.isAdmin) throw new AppError(403, httpTexts.notAllowed);
  const parsed = signal.schema.safeParse(payload);
  if (!parsed.success)
    throw new AppError(422, parsed.error.issues[0]?.message ?? textErrors.invalid);
  await signal.handle({ viewer, payload: parsed.data, socket });
}

export function createSignals(authenticate: Authenticate, log: FastifyBaseLogger): Signals {
  const signals: Signal[] = [];

  async function answer(signal: Signal, socket: LiveSocket, args: unknown[]): Promise<void> {
    const ack = args.find((arg): arg is (reply: Reply) => void => typeof arg === 'function');
    const payload = args.find((arg) => typeof arg !== 'function');
    try {
      await runSignal(signal, socket, payload, authenticate);
      ack?.({ ok: true });
    } catch (error) {
      if (!(error instanceof AppError))
        log.error({ err: error, signal: signal.event }, 'signal failed');
      ack?.({
        ok: false,
        message: error instanceof AppError ? error.message : httpTexts.unexpected,
      });
      // After a wrong first word there is nothing left to say (contract §3).
      if (signal.event === 'register') socket.disconnect(true);
    }
  }

  return {
    on(event, access, schema, handle) {
      signals.push({ event, access, schema, handle: handle as Signal['handle'] });
    },
    attach(socket) {
      for (const signal of signals) {
        socket.on(signal.event, (...args: unknown[]) => void answer(signal, socket, args));
      }
    },
  };
}
