import type { LiveServer } from '../publish.ts';

/** The rooms of this process's own sockets. */
export interface LocalRooms {
  has(room: string): boolean;
  /** The last socket has left it. */
  onLeft(listener: (room: string) => void): void;
}

export function localRoomsOf({ sockets: { adapter } }: LiveServer): LocalRooms {
  return {
    has: (room) => adapter.rooms.has(room),
    onLeft: (listener) => void adapter.on('delete-room', listener),
  };
}
