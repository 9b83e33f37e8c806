import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getPersonalChat } from '@chat/contract/chats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchThumbnail, picture, sentFile } from '../../../../test/files.ts';
import { at, type Processes, startProcesses } from '../../../../test/processes.ts';

let dataDir: string;
let processes: Processes;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'web-chat-shared-'));
  processes = await startProcesses({ dataDir });
});
afterAll(async () => {
  await processes.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('the small variant of a large picture is there for who asks another process', async () => {
  const { one, other } = processes;
  const { elena } = one;
  const { content: chat } = await elena.call(getPersonalChat, {});
  const bytes = await picture('png', 3_000, 2_000);
  const { mediaUrl } = await sentFile(elena, chat.uuid, { type: 'IMAGE', bytes });
  const readers = [elena, at(other, elena), elena, at(other, elena)];
  const fetched = await Promise.all(readers.map((reader) => fetchThumbnail(reader, mediaUrl)));
  expect(fetched.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});
