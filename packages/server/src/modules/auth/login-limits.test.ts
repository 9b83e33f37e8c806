import { required } from '@chat/contract/checks';
import { approveDevice, listDevices } from '@chat/contract/devices';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startApp } from '../../../test/build-app.ts';
import { registerPerson, registerUser } from '../../../test/cast.ts';
import type { TrustedProxies } from '../../config/setting-values.ts';
import type { PasswordAttempt, PasswordAttempts } from '../../security/passwords.ts';
import { createLoginLimits } from './login-limits.ts';

const wrong = async () => false;
const right = async () => true;
const from = (address: string, email: string, isApproved = false) => ({
  address,
  email,
  findApprovedDevice: async () => (isApproved ? { id: 1 } : undefined),
});

type Outcome = 'in' | 'wrong' | 'too many';

/** The outcome of one attempt. */
async function outcome(attempt: Promise<boolean>): Promise<Outcome> {
  try {
    return (await attempt) ? 'in' : 'wrong';
  } catch (error) {
    expect(error).toMatchObject({ status: 429 });
    return 'too many';
  }
}

const count = (outcomes: Outcome[], kind: Outcome) => outcomes.filter((one) => one === kind).length;

describe('one address with one e-mail', () => {
  test('after LOGIN_RATE failures it is 429 with Retry-After, even with the right password', async () => {
    const limits = createLoginLimits(3);
    for (let i = 0; i < 3; i++) await limits.attempt(from('a', 'ana'), wrong);
    const refused = limits.attempt(from('a', 'ana'), right);
    await expect(refused).rejects.toMatchObject({ status: 429 });
    await expect(refused).rejects.toHaveProperty('headers.Retry-After', '60');
  });

  test('other addresses and other e-mails go on', async () => {
    const limits = createLoginLimits(3);
    for (let i = 0; i < 3; i++) await limits.attempt(from('a', 'ana'), wrong);
    expect(await limits.attempt(from('b', 'ana'), right)).toBe(true);
    expect(await limits.attempt(from('a', 'bruno'), right)).toBe(true);
  });

  test('sign-ins that succeed count for nothing, however many run at once', async () => {
    const limits = createLoginLimits(2);
    const attempts = Array.from({ length: 30 }, () => limits.attempt(from('a', 'ana'), right));
    expect(await Promise.all(attempts)).toEqual(Array(30).fill(true));
  });

  test('of many at once no more are checked than may fail', async () => {
    const limits = createLoginLimits(5);
    const attempts = Array.from({ length: 40 }, () =>
      outcome(limits.attempt(from('a', 'ana'), wrong)),
    );
    const outcomes = await Promise.all(attempts);
    expect([count(outcomes, 'wrong'), count(outcomes, 'too many')]).toEqual([5, 35]);
  });
});

describe('an address alone', () => {
  test('after ten times LOGIN_RATE failures with whatever e-mails only approved devices get in', async () => {
    const limits = createLoginLimits(2);
    for (let i = 0; i < 20; i++) await limits.attempt(from('a', `guess-${i}`), wrong);
    expect(await outcome(limits.attempt(from('a', 'ana'), right))).toBe('too many');
    expect(await outcome(limits.attempt(from('a', 'ana', true), right))).toBe('in');
    expect(await outcome(limits.attempt(from('b', 'ana'), right))).toBe('in');
  });

  test('of many at once no more are checked than may fail', async () => {
    const limits = createLoginLimits(2);
    const attempts = Array.from({ length: 60 }, (_, i) =>
      outcome(limits.attempt(from('a', `guess-${i}`), wrong)),
    );
    expect(count(await Promise.all(attempts), 'wrong')).toBe(20);
  });
});

describe('an e-mail alone', () => {
  test('after ten times LOGIN_RATE failures from whatever addresses only approved devices get in', async () => {
    const limits = createLoginLimits(2);
    for (let i = 0; i < 20; i++) await limits.attempt(from(`robot-${i}`, 'ana'), wrong);
    expect(await outcome(limits.attempt(from('a', 'ana'), right))).toBe('too many');
    expect(await outcome(limits.attempt(from('a', 'ana', true), right))).toBe('in');
    expect(await outcome(limits.attempt(from('a', 'bruno'), right))).toBe('in');
  });
});

describe('an approved device', () => {
  test('has a gate of its own, which guesses of others from the same address do not fill', async () => {
    const limits = createLoginLimits(2);
    for (let i = 0; i < 2; i++) await limits.attempt(from('office', 'ana'), wrong);
    expect(await outcome(limits.attempt(from('office', 'ana'), right))).toBe('too many');
    expect(await outcome(limits.attempt(from('office', 'ana', true), right))).toBe('in');
  });

  test('is limited in its own guesses, from whatever address', async () => {
    const limits = createLoginLimits(2);
    for (let i = 0; i < 2; i++) await limits.attempt(from(`a${i}`, 'ana', true), wrong);
    expect(await outcome(limits.attempt(from('b', 'ana', true), right))).toBe('too many');
    expect(await outcome(limits.attempt(from('b', 'ana'), right))).toBe('in');
  });

  test('through the door: ten wrong guesses beside it lock nobody out who is known', async () => {
    const app = await startApp({ loginRate: 3, deviceApproval: 'users' });
    const email = await registerUser(app, 'ana');
    const own = app.client();
    expect((await own.login(email)).status).toBe(403);
    const { content } = await app.elena.call(listDevices, {});
    const waiting = content.find(({ userEmail }) => userEmail === email);
    await app.elena.call(approveDevice, {
      params: { deviceId: required(waiting, 'waiting').uuid },
    });
    for (let i = 0; i < 10; i++) await app.client().login(email, 'otra-clave');
    expect((await app.client().login(email)).status).toBe(429);
    expect((await own.login(email)).status).toBe(200);
    for (let i = 0; i < 3; i++) expect((await own.login(email, 'otra-clave')).status).toBe(401);
    expect((await own.login(email)).status).toBe(429);
    await app.close();
  });
});

describe('a flood', () => {
  afterEach(() => void vi.useRealTimers());

  /** Three hundred attempts from the office at once, and the number of passwords checked. */
  function flood(limits: PasswordAttempts, asker: Partial<PasswordAttempt> = {}) {
    let looks = 0;
    const findApprovedDevice = async () => {
      looks++;
      return undefined;
    };
    const attempts = Array.from({ length: 300 }, (_, i) => {
      const attempt = { ...from('office', `guess-${i}`), findApprovedDevice, ...asker };
      return outcome(limits.attempt(attempt, wrong));
    });
    return { outcomes: Promise.all(attempts), looks: () => looks };
  }

  test('of one address waits for itself, and not others for it', async () => {
    vi.useFakeTimers();
    const limits = createLoginLimits(1);
    const { outcomes, looks } = flood(limits);
    expect(await outcome(limits.attempt(from('elsewhere', 'ana'), right))).toBe('in');
    await vi.advanceTimersByTimeAsync(0);
    expect(looks()).toBe(50);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(looks()).toBe(150);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(count(await outcomes, 'wrong')).toBe(10);
  });

  test('of a colleague who guesses their own password keeps nobody of their address waiting', async () => {
    vi.useFakeTimers();
    const limits = createLoginLimits(1);
    const { outcomes, looks } = flood(limits, { personId: 1 });
    expect(await outcome(limits.attempt(from('office', 'ana', true), right))).toBe('in');
    await vi.advanceTimersByTimeAsync(0);
    expect(looks()).toBe(50);
    await vi.advanceTimersByTimeAsync(11_000);
    await outcomes;
  });

  test('of addresses that guess has its checks after one of who has not', async () => {
    const limits = createLoginLimits(10);
    const order: string[] = [];
    const note = (name: string, isRight: boolean) => async () => {
      order.push(name);
      return isRight;
    };
    await limits.attempt(from('robot', 'guess'), wrong);
    const flood = Array.from({ length: 40 }, (_, i) =>
      limits.attempt(from('robot', `guess-${i}`), note('guess', false)),
    );
    flood.push(limits.attempt(from('elsewhere', 'ana'), note('ana', true)));
    await Promise.all(flood);
    expect(order.indexOf('ana')).toBeLessThan(10);
  });

  test('of new passwords has its hashes behind the checks of who signs in', async () => {
    const limits = createLoginLimits(1);
    const order: string[] = [];
    const script = Array.from({ length: 100 }, () =>
      limits.runAfterChecks(1, async () => {
        order.push('hash');
        await new Promise((go) => setImmediate(go));
      }),
    );
    const check = async () => order.push('ana') > 0;
    expect(await limits.attempt(from('office', 'ana'), check)).toBe(true);
    await Promise.all(script);
    expect(order.indexOf('ana')).toBeLessThan(50);
    expect(order).toHaveLength(101);
  });

  test('leaves room: of more attempts at once than there are places some are refused, and others get in', async () => {
    vi.useFakeTimers();
    const limits = createLoginLimits(1);
    const flood = Array.from({ length: 1_500 }, (_, i) =>
      outcome(limits.attempt(from('robot', `guess-${i}`), wrong)),
    );
    expect(await Promise.all(flood.slice(1_000))).toEqual(Array(500).fill('too many'));
    expect(await outcome(limits.attempt(from('elsewhere', 'ana'), right))).toBe('in');
    await vi.advanceTimersByTimeAsync(11_000);
    expect(count(await Promise.all(flood), 'wrong')).toBe(10);
  });
});

test('a check that breaks counts for nothing and frees its place', async () => {
  const limits = createLoginLimits(1);
  const broken = () => limits.attempt(from('a', 'ana'), () => Promise.reject(new Error('down')));
  await expect(broken()).rejects.toThrow('down');
  await expect(broken()).rejects.toThrow('down');
  expect(await limits.attempt(from('a', 'ana'), right)).toBe(true);
});

test('through the door: 429 with Retry-After at the limit, whatever the case of the e-mail', async () => {
  const app = await startApp({ loginRate: 2 });
  await registerPerson(app, 'ana');
  for (const email of ['ana', 'ANA@empresa.local']) {
    expect((await app.client().login(email, 'otra-clave')).status).toBe(401);
  }
  const reply = await app.client().login('ana@empresa.local');
  expect(reply).toMatchObject({ status: 429, statusCode: 429, errors: {} });
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await app.client().login(app.elena.email)).status).toBe(200);
  await app.close();
});

describe('the address of who signs in', () => {
  const tryFrom = async (trustProxy: TrustedProxies, forwarded: string[]) => {
    const app = await startApp({ loginRate: 1, trustProxy });
    const statuses: number[] = [];
    for (const value of forwarded) {
      const body = { email: app.elena.email, password: 'otra-clave', deviceId: 'device-1' };
      const headers = { 'x-forwarded-for': value };
      statuses.push((await app.client().request('POST', '/auth/login', body, headers)).status);
    }
    await app.close();
    return statuses;
  };

  test('without TRUST_PROXY nothing a caller writes changes it', async () => {
    expect(await tryFrom(false, ['10.0.0.1', '10.0.0.2'])).toEqual([401, 429]);
  });

  test('has no port, and all of an IPv6 network count as one', async () => {
    expect(await tryFrom(true, ['10.0.0.1:4001', '10.0.0.1:4002'])).toEqual([401, 429]);
    expect(await tryFrom(true, ['2001:db8::1', '2001:db8::2'])).toEqual([401, 429]);
    expect(await tryFrom(true, ['[2001:db8::1]:1', '[2001:db8::2]:2'])).toEqual([401, 429]);
    expect(await tryFrom(true, ['::ffff:10.0.0.1', '10.0.0.1'])).toEqual([401, 429]);
    expect(await tryFrom(true, ['2001:db8:0:1::1', '2001:db8:0:2::1'])).toEqual([401, 401]);
  });

  test('with TRUST_PROXY=1 it is the one the proxy added, whatever the caller wrote before it', async () => {
    expect(await tryFrom(true, ['10.0.0.1', '10.0.0.2'])).toEqual([401, 401]);
    expect(await tryFrom(true, ['1.1.1.1, 10.0.0.1', '2.2.2.2, 10.0.0.1'])).toEqual([401, 429]);
  });

  test('with addresses in TRUST_PROXY who is none of them and calls directly cannot forge another one', async () => {
    expect(await tryFrom(['10.9.9.9'], ['10.0.0.1', '10.0.0.2'])).toEqual([401, 429]);
    expect(await tryFrom(['10.0.0.0/8', 'fd00::/8'], ['1.1.1.1', '2.2.2.2'])).toEqual([401, 429]);
  });

  test('with addresses in TRUST_PROXY it is the nearest one that is no proxy', async () => {
    const proxies = ['127.0.0.0/8', '10.0.0.1'];
    expect(await tryFrom(proxies, ['1.1.1.1', '2.2.2.2'])).toEqual([401, 401]);
    expect(await tryFrom(proxies, ['1.1.1.1, 10.0.0.1', '2.2.2.2, 10.0.0.1'])).toEqual([401, 401]);
    expect(await tryFrom(proxies, ['3.3.3.3, 1.1.1.1', '4.4.4.4, 1.1.1.1'])).toEqual([401, 429]);
  });
});
