import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FSWatcher, watch } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFirefox } from '../../../scripts/lib/find-program.mjs';
import { endWithUs } from '../../../scripts/lib/run.mjs';
import type { Driver } from './driver.ts';
import { partOf, type Send, webDriver } from './web-driver.ts';

const PORT_FILE = 'MarionetteActivePort';

// Any free port, and none of Firefox's own start pages, lists or updates; nor its panel of downloads, which takes the
// keyboard from the page.
const SETTINGS = {
  'marionette.port': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'browser.startup.page': 0,
  'browser.aboutConfig.showWarning': false,
  'dom.disable_open_during_load': false,
  'browser.download.alwaysOpenPanel': false,
  'intl.accept_languages': 'es-ES, es',
};

/** Firefox without a window, which has WebDriver built in, with its own framing: Marionette. */
export async function startFirefox(): Promise<Driver> {
  const home = await mkdtemp(join(tmpdir(), 'web-chat-firefox-'));
  const lines = Object.entries(SETTINGS).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(home, 'user.js'), lines.join('\n'));
  const arrived = fileIn(home, PORT_FILE);
  const browser = spawn(
    findFirefox(),
    [
      '--headless',
      '--marionette',
      '--remote-allow-system-access',
      '--no-remote',
      '--profile',
      home,
    ],
    { stdio: 'ignore', env: { ...process.env, HOME: home } },
  );
  endWithUs(browser, 'SIGKILL');
  const ended = once(browser, 'exit');
  const early = ended.then(([code]) => {
    throw new Error(`Firefox ended (${code}) before it could be spoken to`);
  });
  await Promise.race([arrived, early]);
  const line = connect(Number(await readFile(join(home, PORT_FILE), 'utf8')), '127.0.0.1');
  const { call, hello } = frame(line);
  await hello;
  const send: Send = async (command, parameters) => {
    if (command !== 'NewSession') return unwrapped(await call(`WebDriver:${command}`, parameters));
    // Marionette takes the capabilities alone, without the standard's choice among several.
    const capabilities = partOf(partOf(parameters, 'capabilities'), 'alwaysMatch');
    return call('WebDriver:NewSession', Object(capabilities));
  };
  const hands = await webDriver(send, {});
  return {
    ...hands,
    undo: () => hands.press('Control+z'),
    async compose(character) {
      await call('Marionette:SetContext', { value: 'chrome' });
      await send('ExecuteAsyncScript', { script: COMPOSE, args: [character] });
      await call('Marionette:SetContext', { value: 'content' });
    },
    async close() {
      await call('Marionette:Quit', { flags: ['eForceQuit'] });
      await ended;
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

// The script runs in the browser itself, where input methods deliver their text.
const COMPOSE = `
  const [character, done] = arguments;
  const typist = Cc['@mozilla.org/text-input-processor;1'].createInstance(Ci.nsITextInputProcessor);
  typist.beginInputTransactionForTests(window);
  typist.setPendingCompositionString('´');
  typist.appendClauseToPendingComposition(1, typist.ATTR_RAW_CLAUSE);
  typist.setCaretInPendingComposition(1);
  typist.flushPendingComposition();
  typist.commitCompositionWith(character);
  done(null);`;

/** Waits until the folder has the file and the file is not empty. */
function fileIn(folder: string, name: string): Promise<void> {
  return new Promise((settle) => {
    const watcher: FSWatcher = watch(folder, async (_, changed) => {
      if (changed !== name || !(await readFile(join(folder, name), 'utf8').catch(() => ''))) return;
      watcher.close();
      settle();
    });
  });
}

const unwrapped = (answer: unknown) =>
  answer !== null && typeof answer === 'object' && 'value' in answer ? answer.value : answer;

type Answer = [
  kind: 1,
  id: number,
  error: { error: string; message: string } | null,
  result: unknown,
];
interface Greeting {
  marionetteProtocol: number;
}
interface Waiting {
  settle: (result: unknown) => void;
  reject: (reason: Error) => void;
}

/**
 * Marionette's frames: `length:[0, id, command, parameters]` out, `length:[1, id, error, result]` back, after a
 * greeting.
 */
function frame(line: Socket) {
  const waiting = new Map<number, Waiting>();
  let received = Buffer.alloc(0);
  let asked = 0;
  let greet: () => void = () => undefined;
  const hello = new Promise<void>((settle) => {
    greet = settle;
  });
  const handle = (said: Answer | Greeting) => {
    if (!Array.isArray(said)) return greet();
    const [, id, error, result] = said;
    const waits = waiting.get(id);
    waiting.delete(id);
    if (error) waits?.reject(new Error(`${error.error}: ${error.message}`));
    else waits?.settle(result);
  };
  line.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const start = received.indexOf(':') + 1;
      const end = start + Number(received.subarray(0, start - 1));
      if (start === 0 || received.length < end) return;
      handle(JSON.parse(received.toString('utf8', start, end)));
      received = received.subarray(end);
    }
  });
  line.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has hung up'));
  });
  const call = (command: string, parameters: object = {}) =>
    new Promise<unknown>((settle, reject) => {
      asked += 1;
      waiting.set(asked, { settle, reject });
      const said = JSON.stringify([0, asked, command, parameters]);
      line.write(`${Buffer.byteLength(said)}:${said}`);
    });
  return { call, hello };
}
