import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findWebKit } from '../../../scripts/lib/find-program.mjs';
import { freePort } from '../../../scripts/lib/free-port.mjs';
import { endWithUs } from '../../../scripts/lib/run.mjs';
import type { Driver } from './driver.ts';
import { type Command, type Parameters, partOf, type Send, webDriver } from './web-driver.ts';

const PATHS: Record<Command, string> = {
  NewSession: '/session',
  Navigate: '/url',
  ExecuteAsyncScript: '/execute/async',
  FindElement: '/element',
  ElementSendKeys: '/element/{id}/value',
  PerformActions: '/actions',
};

/** GTK's WebKit on a virtual display, controlled by WebDriver over HTTP. */
export async function startWebKit(): Promise<Driver> {
  const { driver, display, browser } = findWebKit();
  const { screen, DISPLAY } = await startScreen(display);
  // Where downloads go.
  const HOME = await mkdtemp(join(tmpdir(), 'web-chat-webkit-'));
  const XDG_CACHE_HOME = join(homedir(), '.cache');
  const port = await freePort();
  const service = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY,
      HOME,
      XDG_CACHE_HOME,
      LC_ALL: 'C.UTF-8',
      LANGUAGE: 'es',
      NO_AT_BRIDGE: '1',
    },
  });
  endWithUs(service, 'SIGKILL');
  const base = `http://127.0.0.1:${port}`;
  await listening(base, service);
  let session = '';
  const send: Send = async (command, { id, ...parameters } = {}) => {
    const path = PATHS[command].replace('{id}', String(id));
    const answer = await post(base + session + path, parameters);
    if (command === 'NewSession') {
      session = `/session/${partOf(answer, 'sessionId')}`;
    }
    return answer;
  };
  const capabilities = {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
  };
  const hands = await webDriver(send, capabilities);
  let turned = 0;
  return {
    ...hands,
    wheel(at, deltaY) {
      // The driver expects the wheel's total position, not the distance to turn.
      turned += deltaY;
      return hands.wheel(at, turned);
    },
    // The browser is made for tests of the engine and has no key for undo.
    undo: () => hands.evaluate(() => void document.execCommand('undo'), null),
    async compose(character) {
      // GTK's own input method: a code point in hexadecimal digits.
      await hands.press('Control+Shift+u');
      await hands.type(character.codePointAt(0)?.toString(16) ?? '');
      await hands.press('Enter');
    },
    async close() {
      await fetch(base + session, { method: 'DELETE' });
      for (const program of [service, screen]) await end(program);
      await rm(HOME, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function startScreen(program: string): Promise<{ screen: ChildProcess; DISPLAY: string }> {
  const screen = spawn(
    program,
    ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  endWithUs(screen, 'SIGKILL');
  return { screen, DISPLAY: `:${await firstLine(screen)}` };
}

/** The number of the virtual display: the first free one. */
async function firstLine(screen: ChildProcess): Promise<string> {
  const said = screen.stdio[3];
  if (!said) throw new Error('Xvfb has no line to say its display by');
  const early = once(screen, 'exit').then(() => {
    throw new Error('Xvfb did not start');
  });
  const [line] = await Promise.race([once(said, 'data'), early]);
  return String(line).trim();
}

/** The driver gives no sign when it is ready. */
async function listening(base: string, service: ChildProcess): Promise<void> {
  while (service.exitCode === null) {
    const status = await fetch(`${base}/status`).catch(() => undefined);
    if (status?.ok) return;
    await new Promise((settle) => setTimeout(settle, 20));
  }
  throw new Error(`WebKitWebDriver ended (${service.exitCode})`);
}

async function post(url: string, parameters: Parameters): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(parameters) });
  const value = partOf(await response.json(), 'value');
  if (response.ok) return value;
  throw new Error(`${partOf(value, 'error')}: ${partOf(value, 'message')}`);
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill('SIGKILL');
  await ended;
}
