import { listMessages } from '@chat/contract/messages';
import { required } from '../../support/helpers.ts';
import { contentOf } from '../load/calls.ts';
import type { ReadJob } from '../load/jobs.ts';
import { type FilledChat, PASSWORD } from '../support/company.ts';
import { type BenchServer, signInAdministrator } from '../support/server.ts';

export type Reads = [name: string, requests: ReadJob['requests']][];

/** All that is read by person 0 and by the administrator; pages over many chats, so that no answer is for ever the same. */
export async function readsOf({ url, company }: BenchServer, chats: FilledChat[]): Promise<Reads> {
  const { token } = required(company.people[0], 'person');
  const group = required(company.groupChats[0], 'group');
  const messages = (query: (middle: string) => string): ReadJob['requests'] =>
    chats.map(({ uuid }, n) => {
      return { path: `/api/chats/${uuid}/messages${query(middles[n] ?? '')}`, token };
    });
  const middles = await Promise.all(chats.map(({ uuid }) => middleOf(url, token, uuid)));
  const admin = await signInAdministrator(url);
  return [
    ['newest page', messages(() => '')],
    ['older page', messages((middle) => `?before=${middle}`)],
    ['around a message', messages((middle) => `?around=${middle}`)],
    ['chat list with unread', [{ path: `/api/groups/${group.groupUuid}/chats`, token }]],
    ['groups with unread', [{ path: '/api/groups/me', token }]],
    ['monitoring list', [{ path: '/api/chats?page=1&size=50', token: admin }]],
    [
      'signing in',
      company.people.slice(0, 100).map(({ email }) => ({
        path: '/api/auth/login',
        token: '',
        body: { email, password: PASSWORD, deviceId: 'medida-medida' },
      })),
    ],
  ];
}

/** A message far from the newest: the first of the tenth page, or of the first one where there are not as many. */
async function middleOf(url: string, token: string, chatUuid: string): Promise<string> {
  const read = async (page: number) => {
    const answer = await fetch(`${url}/api/chats/${chatUuid}/messages?page=${page}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return contentOf(listMessages, await answer.text());
  };
  const [deep] = await read(10);
  return (deep ?? (await read(1))[0])?.uuid ?? '';
}
