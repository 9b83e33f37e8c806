// This program is an attacker who guesses passwords as fast as the server allows.

import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { changeOwnPassword } from '@chat/contract/users';
import { Client } from '../../../packages/server/test/client.ts';

export interface GuesserOptions {
  url: string;
  addresses: string[];
  /** Simultaneous calls from each address. */
  atOnce: number;
  /** The token of a colleague who guesses their own current password where passwords are changed. */
  token: string;
}

const { url, addresses, atOnce, token }: GuesserOptions = JSON.parse(process.argv[2] ?? '');
let guesses = 0;

async function guess(from: string, agent: Agent): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const pending = request(`${url}/api/auth/login`, {
    method: 'POST',
    headers,
    localAddress: from,
    agent,
  });
  const email = `nadie-${guesses++}`;
  pending.end(JSON.stringify({ email, password: 'no-es-esta', deviceId: `device-${guesses}` }));
  const [response] = await once(pending, 'response');
  await once(response.resume(), 'end');
}

async function guessForEver(from: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) await guess(from, agent).catch(() => {});
}

async function guessOwnForEver(): Promise<void> {
  const colleague = Object.assign(new Client(url), { token });
  const body = { currentPassword: 'no-es-esta', password: 'otra-clave-456' };
  for (;;) await colleague.call(changeOwnPassword, { body }).catch(() => {});
}

for (let n = 0; n < atOnce; n++) {
  for (const address of addresses) void guessForEver(address);
  void guessOwnForEver();
}
console.log('begun');
setInterval(() => console.error('guesses', guesses), 5000);
