import { confirmTwoSteps, type LoginResponse, setUpTwoSteps } from '@chat/contract/auth';
import { Secret, TOTP } from 'otpauth';
import { vi } from 'vitest';
import { type Client, PASSWORD, type Reply } from './client.ts';

const STEP_MS = 30_000;

/**
 * Stops the clock of this process in the middle of 30 s, so that no test is cut in two by their end. Returns how to start
 * it again.
 */
export function stopClock(): () => void {
  const now = Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2;
  vi.useFakeTimers({ toFake: ['Date'], now });
  return () => void vi.useRealTimers();
}

/** Moves a stopped clock by so many times 30 s. */
export const passSteps = (count: number): void =>
  void vi.setSystemTime(Date.now() + count * STEP_MS);

/** A code of the present 30 s, or of those so many before or after. */
export function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + steps * STEP_MS });
}

/** A code of six digits that is none of the secret's now. */
export function wrongCodeOf(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  const codes = ['000000', '111111', '222222', '333333', '444444', '555555'];
  return codes.find((code) => !right.includes(code)) ?? '';
}

export interface SecondStep {
  secret: string;
  recoveryCodes: string[];
}

/** Turns on the person's second step, with the code of the 30 s before: the present one is still to be used. */
export async function turnOnTwoSteps(person: Client, password = PASSWORD): Promise<SecondStep> {
  const begun = await person.call(setUpTwoSteps, { body: { password } });
  const { secret } = begun.content;
  const confirmed = await person.call(confirmTwoSteps, { body: { code: codeOf(secret, -1) } });
  if (confirmed.status !== 200) throw new Error(`not turned on: ${confirmed.message}`);
  return { secret, recoveryCodes: confirmed.content.recoveryCodes };
}

/** Signs in with whatever is given as the code. */
export function loginWith(
  client: Client,
  email: string,
  code: unknown,
  password = PASSWORD,
): Promise<Reply<LoginResponse>> {
  const body = { email, password, deviceId: client.deviceId, code };
  return client.request('POST', '/auth/login', body);
}
