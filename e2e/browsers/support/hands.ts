import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Group, Person } from '../../support/administration.ts';
import type { LocalFile } from '../../support/files.ts';
import type { Driver, Point } from './driver.ts';

/** A selector and, if given, a text or accessible name; the last visible match counts. */
export interface Sight {
  css: string;
  text?: string;
}

export const COMPOSER = { css: 'main textarea' };
export const button = (text: string): Sight => ({ css: 'button', text });
export const message = (text: string): Sight => ({ css: '[role=log] article', text });

export type Hands = ReturnType<typeof handsOf>;

/** Everything that people can see of a page. */
function eyesOf(driver: Driver) {
  /** `undefined` while one page gives way to the next: the answer is lost with the page that was asked. */
  const look = (sight: Sight) =>
    driver.evaluate(lookFor, sight).catch((error: Error) => {
      if (!error.message.includes('Execution context was destroyed')) throw error;
    });
  /** A failure tells what the page shows instead: these browsers leave no trace of their own. */
  const orShowPage = (checked: Promise<void>) =>
    checked.catch(async (error: Error) => {
      const shown = await driver.evaluate(readPage, null).catch(({ message }) => message);
      error.message += `\n\nThe page shows: ${shown}`;
      throw error;
    });
  const see = (sight: Sight) =>
    orShowPage(
      expect.poll(() => look(sight), `sees ${sight.css} ${sight.text ?? ''}`).toBeTruthy(),
    );
  const seeNo = (sight: Sight) =>
    orShowPage(
      expect.poll(() => look(sight), `sees no ${sight.css} ${sight.text ?? ''}`).toBeNull(),
    );
  /** The point for a click, once the element is there, stands still and nothing covers it. */
  const reach = async (sight: Sight): Promise<Point> => {
    let at: Point | null = null;
    const isStill = async () => {
      const seen = await look(sight);
      const before = at;
      at = seen?.isFree ? { x: seen.x, y: seen.y } : null;
      return at !== null && at.x === before?.x && at.y === before.y;
    };
    const polling = {
      message: `reaches ${sight.css} ${sight.text ?? ''}`,
      intervals: [50, 100, 250, 500],
    };
    await orShowPage(expect.poll(isStill, polling).toBe(true));
    return at ?? { x: 0, y: 0 };
  };
  return { look, see, seeNo, reach };
}

/** Everything that people can do in a page, the same in every browser. */
export function handsOf(driver: Driver, url: string) {
  const eyes = eyesOf(driver);
  const { see, reach } = eyes;
  const value = () => driver.evaluate(readComposer, null);
  const signIn = async ({ email, password }: Pick<Person, 'email' | 'password'>) => {
    await driver.open(`${url}/auth/login`);
    const deviceId = randomBytes(16).toString('hex');
    await driver.evaluate(takeSession, { email, password, deviceId });
  };

  return {
    ...driver,
    ...eyes,
    value,
    open: (path: string) => driver.open(url + path),
    click: async (sight: Sight) => driver.click(await reach(sight)),
    write: async (text: string) => {
      await driver.click(await reach(COMPOSER));
      await driver.type(text);
      await driver.press('Enter');
    },
    /** Moves the keyboard focus to the element, as the Tab key would. */
    focusOn: (sight: Sight) => driver.evaluate(focusFor, sight),
    hasFocus: async (sight: Sight) => {
      const which = `the keyboard is at ${sight.css} ${sight.text ?? ''}`;
      await expect.poll(() => driver.evaluate(isFocused, sight), which).toBe(true);
    },
    pasteFile: ({ name, mimeType, buffer }: LocalFile, text = '') =>
      driver.evaluate(pasteInto, { name, mimeType, base64: buffer.toString('base64'), text }),
    /** Collects the page's errors until its next load. */
    noteErrors: () => driver.evaluate(noteErrors, null),
    /** The page's errors since `noteErrors`. */
    errors: () => driver.evaluate(() => window.errorsNoted ?? [], null),
    /** Waits until the composer's whole text is `text`. */
    holds: async (text: string | RegExp) => {
      const held = expect.poll(value, 'the composer holds');
      await (typeof text === 'string' ? held.toBe(text) : held.toMatch(text));
    },
    signIn,
    /** Signs in and opens the group chat. */
    arrive: async (person: Person, group: Group) => {
      await signIn(person);
      await driver.open(`${url}/groups/${group.uuid}`);
      await see({ css: 'main h1, main h2', text: 'Chat grupal' });
      await driver.click(await reach(COMPOSER));
    },
  };
}

function lookFor({ css, text }: Sight) {
  const names = (element: Element) => [
    element.textContent,
    element.getAttribute('aria-label'),
    element.getAttribute('placeholder'),
  ];
  const element = [...document.querySelectorAll(css)]
    .filter((one) => one.getClientRects().length > 0)
    .filter((one) => text === undefined || names(one).some((name) => name?.includes(text)))
    .at(-1);
  if (!element) return null;
  element.scrollIntoView({ block: 'nearest' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  const isFree = element.contains(document.elementFromPoint(x, y));
  return {
    x,
    y,
    left: Math.round(left),
    width: Math.round(width),
    isFree,
    text: element.textContent ?? '',
  };
}

declare global {
  interface Window {
    errorsNoted?: string[];
  }
}

function noteErrors(): void {
  const noted: string[] = [];
  window.errorsNoted = noted;
  window.addEventListener('error', ({ message }) => noted.push(message));
  window.addEventListener('unhandledrejection', ({ reason }) => noted.push(String(reason)));
}

const readPage = () => `${location.href}\n${document.body.innerText.slice(0, 1_000)}`;

const readComposer = () => document.querySelector<HTMLTextAreaElement>('main textarea')?.value;

async function takeSession(body: object) {
  const response = await fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { content } = await response.json();
  localStorage.setItem('chat.login', JSON.stringify(content));
}

function focusFor({ css, text = '' }: Sight): void {
  const found = [...document.querySelectorAll<HTMLElement>(css)].filter((one) =>
    `${one.textContent} ${one.getAttribute('aria-label')}`.includes(text),
  );
  found.at(-1)?.focus();
}

function isFocused({ css, text = '' }: Sight): boolean {
  const { activeElement } = document;
  const name = `${activeElement?.textContent} ${activeElement?.getAttribute('aria-label')}`;
  return activeElement?.matches(css) === true && name.includes(text);
}

/**
 * Pastes by an event of the test: no driver can put a file onto the clipboard, and browsers build the event
 * differently.
 */
function pasteInto(copied: { name: string; mimeType: string; base64: string; text: string }) {
  const { name, mimeType, base64, text } = copied;
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const clipboardData = new DataTransfer();
  if (text) clipboardData.setData('text/plain', text);
  clipboardData.items.add(new File([bytes], name, { type: mimeType }));
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'clipboardData', { value: clipboardData });
  document.activeElement?.dispatchEvent(event);
}
