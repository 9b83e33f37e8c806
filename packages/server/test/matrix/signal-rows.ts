import type { ClientToServerEvents } from '@chat/contract/events';
import { type Environment, type Person, people } from './environment.ts';

interface Row {
  of: string;
  payload: (environment: Environment) => unknown;
  takenFrom: readonly Person[];
  /** Not from administrators who may not supervise there now. */
  supervises?: true;
}

interface SignalRow extends Row {
  event: keyof ClientToServerEvents;
}

/** A signal of the contract that is missing here, or has no row, does not compile. */
type Table = Record<keyof ClientToServerEvents, [Row, ...Row[]]>;

const group = ({ groupChat: chatId }: Environment) => ({ chatId });
const direct = ({ directChat: chatId }: Environment) => ({ chatId });
const personal = ({ personalChat: chatId }: Environment) => ({ chatId });

const ofMembers: Table['seen'] = [
  { of: 'a group chat', payload: group, takenFrom: ['member', 'colleague'] },
  { of: "others' direct chat", payload: direct, takenFrom: ['member'] },
  { of: "another's personal chat", payload: personal, takenFrom: ['member'] },
];

const ofAdministrators: Table['unwatch'] = [
  { of: 'a group chat', payload: group, takenFrom: ['admin'] },
  { of: "others' direct chat", payload: direct, takenFrom: ['admin'] },
];

const ofSupervisors: Table['watch'] = [
  { of: 'a group chat', payload: group, takenFrom: ['admin'], supervises: true },
  { of: "others' direct chat", payload: direct, takenFrom: ['admin'], supervises: true },
];

const table: Table = {
  ping_server: [{ of: 'the server', payload: () => undefined, takenFrom: people }],
  visibility: [{ of: 'their own page', payload: () => ({ visible: false }), takenFrom: people }],
  seen: ofMembers,
  delivered: ofMembers,
  typing: ofMembers,
  watch: [...ofSupervisors, { of: "another's personal chat", payload: personal, takenFrom: [] }],
  unwatch: ofAdministrators,
  register: [
    {
      of: 'somebody else',
      payload: ({ dora }) => ({ accessToken: dora.token, userId: dora.uuid }),
      takenFrom: [],
    },
  ],
};

/** Every signal that a client may emit. */
export const signals = Object.keys(table) as SignalRow['event'][];

export const signalRows: SignalRow[] = signals.flatMap((event) =>
  table[event].map((row) => ({ event, ...row })),
);
