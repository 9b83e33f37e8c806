import WebSocket from 'ws';
import { codeOf, messageOf } from '../../support/helpers.ts';
import type { Caller } from './jobs.ts';
import type { LightSocket } from './light-socket.ts';
import { ask, type Office } from './office.ts';

/** The server took the connection, and not who came by it. */
export class RefusedEntry extends Error {}

/** Called by a socket that is open. */
interface PageListener {
  onText(text: string, socket: LightSocket): void;
  /** Once, however it ends. */
  onLost(reason: string): void;
}

// The page and Socket.IO's client wait so long for a first answer, and for a heartbeat.
const OPEN_MS = 20_000;
const HEARTBEAT_MS = 18_000;
/** A poll is answered with each heartbeat at the latest. */
const POLL_MS = 30_000;

// Packet types of Engine.IO and, behind its messages (4), of Socket.IO.
const PING = '2';
const PONG = '3';
const UPGRADE = '5';
const PROBED = '3probe';
const EVENT = '42';
const CONNECTED = '40';
const REFUSED = '44';
const ANSWER = '43';
const SEPARATOR = '\x1e';

/** Connects as Socket.IO's client in the page does: by polling first, then up to a WebSocket, where it registers. */
export async function openPageSocket(
  url: string,
  caller: Caller,
  office: Office,
  listener: PageListener,
): Promise<LightSocket> {
  const engine = `${url}/socket.io/?EIO=4&transport=polling`;
  const opened = await askAs('opening', engine, office, { timeoutMs: OPEN_MS });
  const { sid }: { sid: string } = JSON.parse(opened.slice(1));
  const polling = `${engine}&sid=${sid}`;
  const webSocket = openWebSocket(url, sid, office);
  const { probed, ready, take, stayAlive, socket } = speakUpgraded(webSocket, caller, listener);
  const post = (packet: string) =>
    askAs('posting', polling, office, { packet, timeoutMs: POLL_MS });
  let isPolling = true;
  const poll = async () => {
    while (isPolling) {
      const text = await askAs('polling', polling, office, { timeoutMs: POLL_MS });
      for (const packet of text.split(SEPARATOR)) {
        if (packet !== PING) take(packet);
        else {
          stayAlive();
          await post(PONG);
        }
      }
    }
  };
  const noteProbe = probed.then(() => {
    isPolling = false;
  });
  try {
    const connect = CONNECTED + JSON.stringify({ token: caller.token });
    await Promise.all([post(connect), poll(), noteProbe]);
    webSocket.send(UPGRADE);
    await ready();
    return socket;
  } catch (error) {
    isPolling = false;
    webSocket.terminate();
    throw error;
  }
}

/** Gives the answer's text; a failure says what was being done. */
async function askAs(what: string, ...asked: Parameters<typeof ask>): Promise<string> {
  const { status, text } = await ask(...asked).catch((error) => {
    const connectionError = new Error(`${what}: ${codeOf(error) ?? messageOf(error)}`);
    throw Object.assign(connectionError, { code: codeOf(error) });
  });
  if (status !== 200) throw new Error(`${what}: ${status}`);
  return text;
}

function openWebSocket(url: string, sid: string, { address }: Office): WebSocket {
  const path = `/socket.io/?EIO=4&transport=websocket&sid=${sid}`;
  const webSocket = new WebSocket(url.replace('http', 'ws') + path, {
    perMessageDeflate: false,
    localAddress: address,
  });
  webSocket.on('open', () => webSocket.send('2probe'));
  return webSocket;
}

/** Speaks on the WebSocket, and takes what came before on the poll: `ready` registers, once the server has let the caller in. */
function speakUpgraded(webSocket: WebSocket, { token, userId }: Caller, listener: PageListener) {
  const [probe, entry, registration] = [newWait(), newWait(), newWait()];
  const waits = [probe, entry, registration];
  let isOpen = false;
  const fail = (error: Error) => {
    for (const { reject } of waits) reject(error);
  };
  let reason = '';
  const heartbeat = setTimeout(() => {
    reason = 'no heartbeat';
    webSocket.terminate();
  }, HEARTBEAT_MS);
  const socket: LightSocket = {
    send: (event, payload) => webSocket.send(EVENT + JSON.stringify([event, payload])),
    lose: () => webSocket.terminate(),
  };
  const stayAlive = () => void heartbeat.refresh();
  const beat = () => {
    stayAlive();
    webSocket.send(PONG);
    socket.send('ping_server', {});
  };
  const take = (packet: string) => {
    if (packet.startsWith(EVENT)) listener.onText(packet, socket);
    else if (packet === PING) beat();
    else if (packet === PROBED) probe.resolve();
    else if (packet.startsWith(CONNECTED)) entry.resolve();
    else if (isTaken(packet)) registration.resolve();
    else if (isRefused(packet)) fail(new RefusedEntry(packet));
  };
  webSocket.on('message', (data: Buffer) => take(data.toString()));
  webSocket.on('error', fail);
  webSocket.on('close', (code) => {
    clearTimeout(heartbeat);
    reason ||= `closed with ${code}`;
    fail(new Error(reason));
    if (isOpen) listener.onLost(reason);
  });
  const ready = async () => {
    await entry.promise;
    const claim = JSON.stringify(['register', { accessToken: token, userId }]);
    webSocket.send(`${EVENT}0${claim}`);
    await registration.promise;
    isOpen = true;
  };
  return { probed: probe.promise, ready, take, stayAlive, socket };
}

const isTaken = (packet: string) => packet.startsWith(ANSWER) && packet.includes('true');
const isRefused = (packet: string) => packet.startsWith(ANSWER) || packet.startsWith(REFUSED);

function newWait() {
  let resolve = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // A rejection that nobody waits for yet is no failure of the process.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
