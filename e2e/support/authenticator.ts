import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Administration } from './administration.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

function bytesOf(secret: string): Buffer {
  const bits = [...secret]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

/**
 * The code that an authenticator shows (RFC 6238). A code works once, and after it none of an earlier 30 s does: `next`
 * gives the following one, which is taken already.
 */
export function codeOf(secret: string, { next = false } = {}): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + (next ? 1 : 0)));
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = (digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000;
  return String(number).padStart(6, '0');
}

/** Sets up the caller's second step over HTTP; returns the secret. */
export async function setUpTwoSteps(call: Administration['call']): Promise<string> {
  const { secret } = await call<{ secret: string }>('POST', '/users/me/totp', {});
  await call('POST', '/users/me/totp/confirm', { code: codeOf(secret) });
  return secret;
}

/** The secret that the page shows to be written by hand. */
export async function secretOn(page: Page): Promise<string> {
  await expect(page.getByRole('img', { name: /Código QR/ })).toBeVisible();
  const shown = await page.locator('code').innerText();
  return shown.replaceAll(/\s/g, '');
}

/** From 'Empezar' to the recovery codes, which it returns. */
export async function setUpOn(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Empezar' }).click();
  const secret = await secretOn(page);
  await page.getByRole('textbox', { name: 'Código de verificación' }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Activar' }).click();
  const list = page.getByRole('list', { name: 'Códigos de recuperación' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  return { secret, codes: await list.getByRole('listitem').allInnerTexts() };
}
