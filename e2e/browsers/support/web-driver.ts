import type { Driver, Point } from './driver.ts';

/** Commands of W3C WebDriver by their names in the standard, for any transport to the browser. */
export type Send = (command: Command, parameters?: Parameters) => Promise<unknown>;
export type Parameters = Record<string, unknown>;
export type Command =
  | 'NewSession'
  | 'Navigate'
  | 'ExecuteAsyncScript'
  | 'FindElement'
  | 'ElementSendKeys'
  | 'PerformActions';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

// WebDriver's codes for keys that are no letters.
const KEYS: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
};

/** A field of an answer by its name, if the answer has the field. */
export const partOf = (answer: unknown, name: string): unknown =>
  typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;

/** A browser controlled by WebDriver, with a session of its own. */
export async function webDriver(
  send: Send,
  capabilities: Parameters,
): Promise<Omit<Driver, 'undo' | 'compose' | 'close'>> {
  // A company's provider of the tests signs its certificate itself.
  // A script that fills a chat may take longer than the standard's 30 s on a busy machine.
  const timeouts = { script: 120_000 };
  const alwaysMatch = { acceptInsecureCerts: true, timeouts, ...capabilities };
  await send('NewSession', { capabilities: { alwaysMatch } });
  const perform = (source: Parameters, actions: Parameters[]) =>
    send('PerformActions', { actions: [{ ...source, actions }] });
  const press = (actions: Parameters[]) => perform({ type: 'key', id: 'keyboard' }, actions);
  const point = (actions: Parameters[]) =>
    perform({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } }, actions);

  return {
    async open(url) {
      await send('Navigate', { url });
    },
    async evaluate<Given, Result>(
      run: (given: Given) => Result | Promise<Result>,
      given: Given,
    ): Promise<Result> {
      const outcome = await send('ExecuteAsyncScript', {
        script: inPage(run),
        args: [given ?? null],
        // For Firefox: the script runs among the page's own objects, as in the other browsers.
        sandbox: null,
      });
      const error = partOf(outcome, 'error');
      if (error !== undefined) throw new Error(String(error));
      // The function's result, through JSON.
      return partOf(outcome, 'value') as Result;
    },
    async type(text) {
      await press([...text].flatMap((key) => [down(key), up(key)]));
    },
    async press(keys) {
      const together = keys.split('+').map((name) => KEYS[name] ?? name);
      await press([...together.map(down), ...together.reverse().map(up)]);
    },
    async click(at) {
      await point([
        moveTo(at),
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]);
    },
    async wheel(at, deltaY) {
      const scroll = { type: 'scroll', origin: 'viewport', ...at, deltaX: 0, deltaY, duration: 0 };
      await perform({ type: 'wheel', id: 'wheel' }, [scroll]);
    },
    async choose(file) {
      const found = await send('FindElement', { using: 'css selector', value: 'input[type=file]' });
      const id = partOf(found, ELEMENT);
      await send('ElementSendKeys', { id, text: file });
    },
  };
}

const down = (value: string) => ({ type: 'keyDown', value });
const up = (value: string) => ({ type: 'keyUp', value });
const moveTo = ({ x, y }: Point) => ({
  type: 'pointerMove',
  origin: 'viewport',
  x,
  y,
  duration: 0,
});

const inPage = (run: { toString(): string }) => `
  const [given, settle] = arguments;
  Promise.resolve(given).then(${run}).then(
    (value) => settle({ value: value ?? null }),
    (error) => settle({ error: String(error) + '\\n' + error.stack }),
  );`;
