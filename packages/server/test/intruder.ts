import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';

/** A message that Redis has passed on, and the receiving process. */
export interface PassedOn {
  name: string;
  payload: Buffer;
}

const CHANNEL = 'web-chat:to:';
const COUNTS = 'web-chat:counts';

/**
 * An attacker with access to the installation's Redis: the attacker reads everything in it, and can send any message.
 */
export interface Intruder {
  redis: Redis;
  passedOn: PassedOn[];
  /** Every command that Redis has executed, including those of scripts. */
  commands: string[];
  /** The names of the processes that Redis knows. */
  names(): Promise<string[]>;
  /** Sends the payload to the process as if it were the next message from Redis. */
  say(name: string, payload: Buffer): Promise<void>;
  /** Imitates a message for each process that Redis counted but never delivered. */
  spoilCounts(): Promise<void>;
  close(): void;
}

/** Redis adds its count after the fourth word. */
function withCount(payload: Buffer, count: number): Buffer {
  const end = payload.indexOf('\n');
  const words = payload.toString('latin1', 0, end).split(' ');
  words[4] = String(count);
  return Buffer.concat([Buffer.from(words.join(' '), 'latin1'), payload.subarray(end)]);
}

/** The client's own monitor fails where Redis executes a command in the instant in which the monitor begins. */
async function openMonitor(url: string, onCommand: (command: string) => void): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const begun = new Promise<void>((resolve) => {
    createInterface(socket).on('line', (line) => {
      if (line === '+OK') resolve();
      // The time and the caller's address stand before the command.
      else onCommand(line.slice(line.indexOf('] ') + 2));
    });
  });
  socket.write('MONITOR\r\n');
  await begun;
  return socket;
}

export async function openIntruder(url: string): Promise<Intruder> {
  const redis = new Redis(url);
  const listening = redis.duplicate();
  const passedOn: PassedOn[] = [];
  listening.on('pmessageBuffer', (_, channel, payload: Buffer) =>
    passedOn.push({ name: channel.toString().slice(CHANNEL.length), payload }),
  );
  await listening.psubscribe(`${CHANNEL}*`);
  const commands: string[] = [];
  const monitor = await openMonitor(url, (command) => commands.push(command));
  const names = () => redis.zrange('web-chat:processes', '0', '-1');
  return {
    redis,
    passedOn,
    commands,
    names,
    async say(name, payload) {
      const count = Number(await redis.hget(COUNTS, name)) + 1;
      await redis.publish(CHANNEL + name, withCount(payload, count));
    },
    async spoilCounts() {
      for (const name of await names()) await redis.hincrby(COUNTS, name, 1);
    },
    close() {
      for (const one of [redis, listening]) one.disconnect();
      monitor.destroy();
    },
  };
}
