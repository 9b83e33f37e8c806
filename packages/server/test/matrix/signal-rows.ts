import type { ClientToServerEvents } from '@chat/contract/events';
import { type Environment, type Person, people } from './environment.ts';

export interface SignalRow {
  event: keyof ClientToServerEvents;
  of: string;
  payload: (environment: Environment) => unknown;
  takenFrom: readonly Person[];
}

const group = ({ groupChat: chatId }: Environment) => ({ chatId });
const direct = ({ directChat: chatId }: Environment) => ({ chatId });
const personal = ({ personalChat: chatId }: Environment) => ({ chatId });

const ofMembers = (event: SignalRow['event']): SignalRow[] => [
  { event, of: 'a group chat', payload: group, takenFrom: ['member', 'colleague'] },
  { event, of: "others' direct chat", payload: direct, takenFrom: ['member'] },
  { event, of: "another's personal chat", payload: personal, takenFrom: ['member'] },
];

const ofAdministrators = (event: SignalRow['event']): SignalRow[] => [
  { event, of: 'a group chat', payload: group, takenFrom: ['admin'] },
  { event, of: "others' direct chat", payload: direct, takenFrom: ['admin'] },
];

export const signalRows: SignalRow[] = [
  { event: 'ping_server', of: 'the server', payload: () => undefined, takenFrom: people },
  {
    event: 'visibility',
    of: 'their own page',
    payload: () => ({ visible: false }),
    takenFrom: people,
  },
  ...ofMembers('seen'),
  ...ofMembers('delivered'),
  ...ofMembers('typing'),
  ...ofAdministrators('watch'),
  ...ofAdministrators('unwatch'),
  { event: 'watch', of: "another's personal chat", payload: personal, takenFrom: [] },
  {
    event: 'register',
    of: 'somebody else',
    payload: ({ dora }) => ({ accessToken: dora.token, userId: dora.uuid }),
    takenFrom: [],
  },
];
