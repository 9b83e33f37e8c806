import type { Locator } from '@playwright/test';

/** Presses the button, and releases the pointer at the same place after `happens`. */
export async function pressWhile(button: Locator, happens: () => Promise<void>): Promise<void> {
  const { mouse } = button.page();
  await button.hover();
  await mouse.down();
  await happens();
  await mouse.up();
}
