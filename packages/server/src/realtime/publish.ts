import type { ServerToClientEvents } from '@chat/contract/events';
import { withoutQuote } from '@chat/contract/message-changes';
import type { RequiredStep, SessionEndReason } from '@chat/contract/session';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, sql } from '../db/database.ts';
import { createWorker, type Job } from '../jobs/worker.ts';
import {
  administratorsRoom,
  chatOfRoom,
  type LiveServer,
  type LiveSocket,
  sessionRoom,
  userRoom,
} from './live-sockets.ts';
import { OneFrameAdapter } from './one-frame-adapter.ts';

type Payload<Event extends keyof ServerToClientEvents> = Parameters<ServerToClientEvents[Event]>[0];

/** Ids of users, or everybody. */
export type ChangedPeople = number[] | 'all';

/**
 * The numbers of the messages that an event shows: who joined a group later, an administrator without its history, hears
 * nothing of the first and no quote of the second (rules/supervision 15).
 */
export interface SaidBefore {
  /** The message that is shown, new or anew; null where a process of an earlier version shows a new one. */
  seq: number | null;
  quotedSeq: number | null;
}

/** Goes to every process that it concerns, and each carries it out on its own sockets. */
export interface Broadcaster {
  /** Sends the event once to every socket in any of the rooms, save those in `except`; it is encoded once for all. */
  publish<Event extends keyof ServerToClientEvents>(
    rooms: string | string[],
    event: Event,
    payload: Payload<Event>,
    except?: string,
    said?: SaidBefore,
  ): void;
  /** Sends many events of one kind to every socket in any of the rooms; they take little more than one. */
  publishEach<Event extends keyof ServerToClientEvents>(
    rooms: string[],
    event: Event,
    payloads: Payload<Event>[],
  ): void;
  /** `joinedSeq`: of administrators the number after which they joined the group of the room. */
  join(userUuids: string[], room: string, joinedSeq?: number): void;
  leave(userUuids: string[], room: string): void;
  /** Says why, then closes every socket of the sessions; settles once no process has them in its cache. */
  endSessions(sessionIds: number[], reason: SessionEndReason): Promise<void>;
  /** E-mail or rights of the users, or what they must do first, are not as they may be cached. */
  changeUsers(userIds: ChangedPeople): void;
  /** Working hours of the users, or their own choice, are not as they may be cached. */
  changeHours(userIds: ChangedPeople): void;
  /** Clients have missed something: closes their sockets, so that they reconnect and read again (rules/realtime 13). */
  resync(): void;
}

/** Why an entry of another process is not done: nobody of this installation wrote it; it was done; whether it is old cannot be known. */
export type Rejection = 'forged' | 'repeated' | 'stranger';

interface LiveRooms {
  userUuid: string;
  rooms: ReadonlySet<string>;
}

/** Publishes events to rooms and moves live sockets between them; the only way modules reach Socket.IO. */
export interface Realtime extends Broadcaster {
  /** The cache is evicted from now on, whichever process says so. */
  addCache(cache: PeopleCache): void;
  /** Changes each time a user's sockets are moved: a registration under way must then read its rooms again. */
  moves(userUuid: string): number;
  /** Settles once what any process publishes to the rooms comes here; joining one says nothing to other processes. */
  subscribeRooms(rooms: Iterable<string>): Promise<void>;
  /** The rooms of this process's registered sockets. */
  liveRooms(): LiveRooms[];
  /** The sessions of this process's sockets, of these users alone where they are named. */
  liveSessions(of?: ChangedPeople): number[];
  /** Says why, then has the registered sockets of the sessions that are here hear nothing until they register again. */
  restrictSessions(sessionIds: number[], required: RequiredStep): void;
  /** True while other processes cannot be reached: what is cached here may be out of date. */
  isPartitioned(): boolean;
  /** Throws when what joins the processes does not answer. */
  check(): Promise<void>;
  /** How many entries from elsewhere were not done, by the reason. */
  rejected(): Record<Rejection, number>;
}

/** A memory of this process that some process's change may make untrue: such entries are evicted. */
export interface PeopleCache {
  evictSessions?(sessionIds: number[]): void;
  /** E-mail or rights of the users, or what they must do first. */
  evictUsers?(userIds: ChangedPeople): void;
  /** Working hours of the users, or their own choice. */
  evictHours?(userIds: ChangedPeople): void;
  evictAll(): void;
}

/** From the word of it on the socket hears nothing but the end of its session. */
function restrictSocket(socket: LiveSocket, required: RequiredStep): void {
  const { data, rooms } = socket;
  socket.emit('session:restricted', { required });
  data.registeredAs = undefined;
  data.required = required;
  const kept = [socket.id, sessionRoom(data.sessionId)];
  for (const room of [...rooms]) if (!kept.includes(room)) void socket.leave(room);
  data.whenRestricted?.();
}

function restrictOn(io: LiveServer, sessionIds: Set<number>, required: RequiredStep): void {
  for (const socket of io.sockets.sockets.values()) {
    const { registeredAs, sessionId } = socket.data;
    if (registeredAs && sessionIds.has(sessionId)) restrictSocket(socket, required);
  }
}

/** The administrators' sockets here know from now on when they joined. */
function noteHistory(io: LiveServer, userUuids: string[], room: string, joinedSeq: number): void {
  for (const socket of io.sockets.sockets.values()) {
    const { registeredAs, history } = socket.data;
    if (registeredAs && userUuids.includes(registeredAs)) history?.joined.set(room, joinedSeq);
  }
}

const liveRoomsOn = (io: LiveServer): LiveRooms[] =>
  [...io.sockets.sockets.values()].flatMap(({ data, rooms }) =>
    data.registeredAs ? [{ userUuid: data.registeredAs, rooms }] : [],
  );

function sessionsOn(io: LiveServer, people: ChangedPeople): number[] {
  const named = people === 'all' ? undefined : new Set(people);
  const sockets = [...io.sockets.sockets.values()];
  return sockets.flatMap(({ data }) => (named?.has(data.userId) === false ? [] : [data.sessionId]));
}

/** An administrator's socket that may not receive an event as it is, but without its quote or not at all. */
interface Latecomer {
  id: string;
  mayReceive: boolean;
}

/** The latecomers in these rooms; a socket that watches without being a member receives all. */
function latecomersIn(
  io: LiveServer,
  rooms: string[],
  { seq, quotedSeq }: SaidBefore,
): Latecomer[] {
  const earliest = Math.min(seq ?? Number.MAX_VALUE, quotedSeq ?? Number.MAX_VALUE);
  return [...(io.sockets.adapter.rooms.get(administratorsRoom) ?? [])].flatMap((id) => {
    const socket = io.sockets.sockets.get(id);
    const room = rooms.find((one) => chatOfRoom(one) && socket?.rooms.has(one));
    if (!socket || !room) return [];
    const { history } = socket.data;
    const joinedSeq = history?.joined.get(room) ?? Number.MAX_VALUE;
    // The right is asked last, since nearly all messages are newer.
    if (joinedSeq < earliest || history?.isOpen()) return [];
    return [{ id, mayReceive: seq === null || seq > joinedSeq }];
  });
}

/** Latecomers get what they may of it, everybody else the event as it is. */
function emitTo<Event extends keyof ServerToClientEvents>(
  io: LiveServer,
  rooms: string[],
  event: Event,
  payload: Payload<Event>,
  except: string | undefined,
  said: SaidBefore | undefined,
): void {
  const emit = (to: ReturnType<LiveServer['to']>, shown: Payload<Event>) =>
    to.emit(event, ...([shown] as Parameters<ServerToClientEvents[Event]>));
  const late = said ? latecomersIn(io, rooms, said) : [];
  for (const { id, mayReceive } of late) if (mayReceive) emit(io.to(id), withoutQuote(payload));
  const left = [...(except ? [except] : []), ...late.map(({ id }) => id)];
  emit(left.length > 0 ? io.to(rooms).except(left) : io.to(rooms), payload);
}

/** Counts events that are published. */
export type CountEvents = (event: keyof ServerToClientEvents, count: number) => void;

/** The realtime of this process alone. */
export function realtimeOn(io: LiveServer, countEvents: CountEvents = () => {}): Realtime {
  const { adapter } = io.sockets;
  if (!(adapter instanceof OneFrameAdapter))
    throw new Error('sockets without the one-frame adapter');
  const caches: PeopleCache[] = [];
  const moves = new Map<string, number>();
  const countMoves = (userUuids: string[]) => {
    for (const uuid of userUuids) moves.set(uuid, (moves.get(uuid) ?? 0) + 1);
  };
  return {
    publish(rooms, event, payload, except, said) {
      if (rooms.length === 0) return;
      countEvents(event, 1);
      emitTo(io, [rooms].flat(), event, payload, except, said);
    },
    publishEach(rooms, event, payloads) {
      if (rooms.length === 0 || payloads.length === 0) return;
      countEvents(event, payloads.length);
      adapter.broadcastEach(rooms, event, payloads);
    },
    join(userUuids, room, joinedSeq) {
      if (userUuids.length === 0) return;
      countMoves(userUuids);
      if (joinedSeq !== undefined) noteHistory(io, userUuids, room, joinedSeq);
      io.in(userUuids.map(userRoom)).socketsJoin(room);
    },
    leave(userUuids, room) {
      if (userUuids.length === 0) return;
      countMoves(userUuids);
      io.in(userUuids.map(userRoom)).socketsLeave(room);
    },
    async subscribeRooms() {},
    addCache: (cache) => void caches.push(cache),
    moves: (userUuid) => moves.get(userUuid) ?? 0,
    liveRooms: () => liveRoomsOn(io),
    liveSessions: (of = 'all') => sessionsOn(io, of),
    restrictSessions: (sessionIds, required) => restrictOn(io, new Set(sessionIds), required),
    async endSessions(sessionIds, reason) {
      if (sessionIds.length === 0) return;
      for (const cache of caches) cache.evictSessions?.(sessionIds);
      const rooms = sessionIds.map(sessionRoom);
      io.to(rooms).emit('session:ended', { reason });
      io.in(rooms).disconnectSockets(true);
    },
    changeUsers(userIds) {
      for (const cache of caches) cache.evictUsers?.(userIds);
    },
    changeHours(userIds) {
      for (const cache of caches) cache.evictHours?.(userIds);
    },
    resync() {
      for (const cache of caches) cache.evictAll();
      for (const socket of io.sockets.sockets.values()) socket.conn.close();
    },
    isPartitioned: () => false,
    async check() {},
    rejected: () => ({ forged: 0, repeated: 0, stranger: 0 }),
  };
}

// The lost connection's statement may still be under way over there; this leaves it the time to end.
const RETRY_MS = 1_000;

/**
 * Changes stored while the connection was being lost were published to nobody, so every client, whichever process it
 * is connected to, reads anew what it shows. Once more when the database answers again, for what it ended only then.
 */
export function resyncAfterUnknownCommit(
  db: Database,
  realtime: Pick<Broadcaster, 'resync'>,
  log: FastifyBaseLogger,
): Job {
  const worker = createWorker({
    async round() {
      await db.one(sql`select 1 as answer`);
      realtime.resync();
      return undefined;
    },
    onError: () => {},
    gatherMs: RETRY_MS,
    retryMs: RETRY_MS,
  });

  function onCommitUnknown(): void {
    realtime.resync();
    if (!worker.isIdle) return;
    log.warn('the database was lost in the midst of work: clients read again');
    worker.wake();
  }

  db.events.on('commitUnknown', onCommitUnknown);
  return {
    close() {
      db.events.off('commitUnknown', onCommitUnknown);
      return worker.close();
    },
  };
}
