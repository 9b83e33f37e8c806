import type { Locator } from '@playwright/test';

/** Presses the button, and lets go where it stood once that has happened. */
export async function pressWhile(button: Locator, happens: () => Promise<void>): Promise<void> {
  const { mouse } = button.page();
  await button.hover();
  await mouse.down();
  await happens();
  await mouse.up();
}
