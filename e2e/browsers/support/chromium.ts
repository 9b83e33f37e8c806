import { chromium, type LaunchOptions } from '@playwright/test';
import type { Driver } from './driver.ts';

/** A Chromium that stays open from test to test, as the other two browsers do. */
export async function startChromium(options: LaunchOptions): Promise<Driver> {
  const browser = await chromium.launch(options);
  const context = await browser.newContext({ serviceWorkers: 'allow', ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const keyboard = await context.newCDPSession(page);
  return {
    async open(url) {
      await page.goto(url);
    },
    evaluate: (run, given) => page.evaluate(run as never, given as never) as never,
    type: (text) => page.keyboard.type(text),
    press: (keys) => page.keyboard.press(keys),
    undo: () => page.keyboard.press('Control+z'),
    async compose(character) {
      const between = { text: '´', selectionStart: 1, selectionEnd: 1 };
      await keyboard.send('Input.imeSetComposition', between);
      await keyboard.send('Input.insertText', { text: character });
    },
    click: ({ x, y }) => page.mouse.click(x, y),
    async wheel({ x, y }, deltaY) {
      await page.mouse.move(x, y);
      await page.mouse.wheel(0, deltaY);
    },
    choose: (file) => page.locator('input[type=file]').setInputFiles(file),
    close: () => browser.close(),
  };
}
