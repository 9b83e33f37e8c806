import type { SessionEndReason } from '@chat/contract/auth/auth.events';
import type { ClientToServerEvents, ServerToClientEvents } from '@chat/contract/events';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import { sessionRoom, userRoom } from './rooms.ts';

export interface SocketData {
  token: string;
  sessionId: number;
  userId: number;
  /** The user's uuid, once the socket has registered. */
  registeredAs: string | undefined;
  /** The chats it watches, each with what ends that. */
  watches: Map<string, () => Promise<void>>;
}

export type LiveServer = Server<
  ClientToServerEvents,
  ServerToClientEvents,
  DefaultEventsMap,
  SocketData
>;
export type LiveSocket = Socket<
  ClientToServerEvents,
  ServerToClientEvents,
  DefaultEventsMap,
  SocketData
>;

type Payload<Event extends keyof ServerToClientEvents> = Parameters<ServerToClientEvents[Event]>[0];

/** Broadcasts to every process; each carries them out on its own sockets. */
export interface Telling {
  /** Sends the fact once to every socket in any of the rooms, save those in `except`; it is encoded once for all. */
  publish<Event extends keyof ServerToClientEvents>(
    rooms: string | string[],
    event: Event,
    payload: Payload<Event>,
    except?: string,
  ): void;
  join(userUuids: string[], room: string): void;
  leave(userUuids: string[], room: string): void;
  /** Says why, then closes every socket of the sessions; settles once no process remembers them. */
  endSessions(sessionIds: number[], reason: SessionEndReason): Promise<void>;
  /** E-mail or rights of the users are not as they may be remembered. */
  changeUsers(userIds: number[]): void;
  /** Clients have missed something: closes their sockets, so that they reconnect and read again (rules/realtime 13). */
  readAgain(): void;
}

export interface LiveRooms {
  userUuid: string;
  rooms: ReadonlySet<string>;
}

/** Tells facts to rooms and moves live sockets between them; the only way features reach Socket.IO. */
export interface Realtime extends Telling {
  /** Changes each time a user's sockets are moved: a registration under way must then read its rooms again. */
  moves(userUuid: string): number;
  /** The rooms of this process's registered sockets. */
  liveRooms(): LiveRooms[];
  /** The sessions of this process's sockets. */
  liveSessions(): number[];
  /** True while other processes cannot be heard: what is remembered here may be out of date. */
  isCutOff(): boolean;
  /** Throws when what joins the processes does not answer. */
  check(): Promise<void>;
}

/** Who remembers sessions, and has to forget them. */
export interface Rememberer {
  forgetSessions(sessionIds: number[]): void;
  forgetUsers(userIds: number[]): void;
  forgetAll(): void;
}

/** The realtime of this process alone. */
export function realtimeOn(io: LiveServer, remembered: Rememberer): Realtime {
  const moves = new Map<string, number>();
  const countMoves = (userUuids: string[]) => {
    for (const uuid of userUuids) moves.set(uuid, (moves.get(uuid) ?? 0) + 1);
  };
  return {
    publish(rooms, event, payload, except) {
      if (rooms.length === 0) return;
      const sockets = except ? io.to(rooms).except(except) : io.to(rooms);
      sockets.emit(event, ...([payload] as Parameters<ServerToClientEvents[typeof event]>));
    },
    join(userUuids, room) {
      if (userUuids.length === 0) return;
      countMoves(userUuids);
      io.in(userUuids.map(userRoom)).socketsJoin(room);
    },
    leave(userUuids, room) {
      if (userUuids.length === 0) return;
      countMoves(userUuids);
      io.in(userUuids.map(userRoom)).socketsLeave(room);
    },
    moves: (userUuid) => moves.get(userUuid) ?? 0,
    liveRooms: () =>
      [...io.sockets.sockets.values()].flatMap(({ data, rooms }) =>
        data.registeredAs ? [{ userUuid: data.registeredAs, rooms }] : [],
      ),
    liveSessions: () => [...io.sockets.sockets.values()].map(({ data }) => data.sessionId),
    async endSessions(sessionIds, reason) {
      if (sessionIds.length === 0) return;
      remembered.forgetSessions(sessionIds);
      const rooms = sessionIds.map(sessionRoom);
      io.to(rooms).emit('session:ended', { reason });
      io.in(rooms).disconnectSockets(true);
    },
    changeUsers: (userIds) => remembered.forgetUsers(userIds),
    readAgain() {
      remembered.forgetAll();
      for (const socket of io.sockets.sockets.values()) socket.conn.close();
    },
    isCutOff: () => false,
    async check() {},
  };
}
