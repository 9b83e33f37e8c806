import { execFile } from 'node:child_process';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { getPersonalChat } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { getHealth } from '@chat/contract/system';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { formOf } from '../test/files.ts';
import { createInstallation, type Installation } from '../test/installation.ts';
import { administratorOf, launch, launchServer, type OwnServer } from '../test/own-process.ts';

const PATIENTLY_MS = 120_000;
let installation: Installation;

beforeAll(async () => {
  installation = await createInstallation({ database: 'migrated' });
});
afterAll(() => installation.remove());

test.each([
  ['server', 150, []],
  ['server', 100, []],
  ['server', 40, []],
  ['admin', 100, ['devices']],
  ['backup', 100, []],
  ['restore', 100, ['copia.tar']],
] as const)(
  'a start of %s that may open %i files ends with one line that says so',
  async (program, allowed, args) => {
    const shell = `ulimit -n ${allowed}`;
    const started = launch({ ...installation, program, args: [...args], shell });
    onTestFinished(async () => void (await started.stop()));
    expect(await started.ended).toBe(1);
    expect(started.output()).toBe(
      `Este proceso solo puede tener ${allowed} archivos abiertos y necesita al menos 1000: sube el límite (ulimit -n, LimitNOFILE).\n`,
    );
  },
  PATIENTLY_MS,
);

describe('a server that may open no file more', () => {
  // One connection that stays open: a new one would need a descriptor, too.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let server: OwnServer;
  beforeAll(async () => {
    server = launchServer(installation);
    await server.url;
  }, PATIENTLY_MS);
  afterAll(async () => {
    agent.destroy();
    await server.stop();
  });

  const allow = (files: number | string) =>
    promisify(execFile)('prlimit', ['--pid', String(server.pid), `--nofile=${files}:`]);

  async function call(method: string, path: string, headers = {}, body?: Buffer) {
    const url = `${await server.url}${path}`;
    const [status, said] = await new Promise<[number | undefined, string]>((answered, failed) => {
      const asked = request(url, { method, agent, headers }, async (answer) =>
        answered([answer.statusCode, await text(answer)]),
      );
      asked.once('error', failed);
      asked.end(body);
    });
    return { status, said };
  }

  test.runIf(process.platform === 'linux')(
    'says so in its health, to who uploads and to who asks for the page, and works on afterwards',
    async () => {
      const elena = await administratorOf(server);
      const { content: chat } = await elena.call(getPersonalChat, {});
      const form = new Response(
        formOf([
          ['type', 'FILE'],
          ['image', new Blob(['x'.repeat(100_000)]), 'a.bin'],
        ]),
      );
      const headers = {
        authorization: `Bearer ${elena.token}`,
        'content-type': required(form.headers.get('content-type'), 'content type'),
      };
      const bytes = Buffer.from(await form.arrayBuffer());
      const upload = () => call('POST', `/api/chats/${chat.uuid}/messages`, headers, bytes);
      const health = () => call('GET', `/api${getHealth.path}`);
      expect((await health()).status).toBe(200);
      // Descriptors that are open already stay open.
      await allow(3);
      for (const answer of [await health(), await upload()]) {
        expect(answer).toEqual({
          status: 503,
          said: expect.stringContaining('El servidor tiene demasiados archivos abiertos'),
        });
      }
      expect(JSON.parse((await health()).said).errors).toEqual({
        descriptors: ['El servidor tiene demasiados archivos abiertos'],
      });
      expect((await call('GET', '/')).status).toBe(503);
      await allow(4_000);
      expect([(await health()).status, (await upload()).status]).toEqual([200, 201]);
    },
    PATIENTLY_MS,
  );
});
