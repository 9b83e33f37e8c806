import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { portOf } from '../../support/helpers.ts';

/** The settings that a baseline starts with. */
export interface Settings {
  /** Undefined: the embedded engine, in `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir?: string | undefined;
}

/** Starts once the parent process has told the settings, and tells it the address. */
export function serveBaseline(start: (settings: Settings) => Promise<string>): void {
  process.once('message', async (settings: Settings) => {
    process.send?.(await start(settings));
  });
  process.once('disconnect', () => process.exit(0));
}

const delay = monitorEventLoopDelay({ resolution: 20 });
delay.enable();

/** The figures that the generator asks for, as the product tells them; the delay is that since the last time. */
export function usageText(): string {
  const { user, system } = process.cpuUsage();
  const longest = delay.max / 1e9;
  delay.reset();
  return (
    `process_cpu_seconds_total ${(user + system) / 1e6}\n` +
    `process_resident_memory_bytes ${process.memoryUsage().rss}\n` +
    `nodejs_eventloop_lag_max_seconds ${longest}\n`
  );
}

/** As large as the product's: the same fields, nothing behind them. */
export const messageLike = ({
  content,
  referenceId,
}: {
  content: string;
  referenceId: string;
}) => ({
  uuid: 'bbbbbbbb-0000-7000-8000-00000000002a',
  seq: 42,
  senderId: 'bbbbbbbb-0000-7000-8000-00000000002b',
  senderEmail: 'persona-0@empresa.local',
  type: 'TEXT',
  content,
  mediaUrl: null,
  fileName: null,
  fileSize: null,
  mediaWidth: null,
  mediaHeight: null,
  mimeType: null,
  durationMs: null,
  waveform: null,
  status: 'SENT',
  createdAt: '2026-01-01T12:00:00.000Z',
  editedAt: null,
  forwarded: false,
  chatId: 'bbbbbbbb-0000-7000-8000-00000000002c',
  chatUuid: 'bbbbbbbb-0000-7000-8000-00000000002c',
  chatType: 'GROUP',
  referenceId,
  replyToMessage: null,
  mentions: [],
  reactions: [],
  groupUuid: 'bbbbbbbb-0000-7000-8000-00000000002d',
  groupId: 'bbbbbbbb-0000-7000-8000-00000000002d',
  hash: 'abcdefghijklmnopqrstuvwxyz1',
});

interface Handlers {
  broadcast(message: object): Promise<void> | void;
  /** The answer at `/page`. */
  newestPage?(): Promise<object>;
}

/** Answers a GET with `usageText`, and hands each posted message to `broadcast`. */
export async function serveBroadcast(handlers: Handlers): Promise<{ server: Server; url: string }> {
  const server = createServer((request, answer) => void handle(request, answer, handlers));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { server, url: `http://127.0.0.1:${portOf(server)}` };
}

async function handle(
  request: IncomingMessage,
  answer: ServerResponse,
  { broadcast, newestPage }: Handlers,
): Promise<void> {
  if (request.url === '/page') return void answer.end(JSON.stringify(await newestPage?.()));
  if (request.method === 'GET') return void answer.end(usageText());
  await broadcast(messageLike(JSON.parse(await text(request))));
  answer.statusCode = 201;
  answer.end();
}
