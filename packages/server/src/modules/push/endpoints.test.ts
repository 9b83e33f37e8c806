import { describe, expect, test } from 'vitest';
import { makeBrowserKeys } from '../../../../../scripts/lib/browser-keys.mjs';
import { type PushServiceOfTest, startPushService } from '../../../test/push/push-service.ts';
import { defaultTiming } from '../../config/timing.ts';
import { guardedLookup, readEndpoint } from './endpoints.ts';
import { createHandOver, createVapid } from './hand-over.ts';

const isTaken = (host: string) => readEndpoint(`https://${host}/a`, false) !== undefined;

describe('an endpoint is of the public internet', () => {
  test.each([
    'fcm.googleapis.com',
    'updates.push.services.mozilla.com',
    'web.push.apple.com',
    'push.example.com:443',
    '93.184.216.34',
    '[2606:4700:4700::1111]',
  ])('%s is taken', (host) => {
    expect(isTaken(host)).toBe(true);
  });

  test.each([
    ...[
      'localhost',
      'localhost.',
      'LOCALHOST',
      'a.localhost',
      'intranet',
      'chat.local',
      'db.internal',
    ],
    ...[
      '127.0.0.1',
      '127.1',
      '0177.0.0.1',
      '0x7f.1',
      '2130706433',
      '0x7f000001',
      '017700000001',
      '127.0.0.1.',
    ],
    ...[
      '0.0.0.0',
      '0',
      '10.0.0.1',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '0xA9FEA9FE',
      '100.64.0.1',
    ],
    ...[
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
      '192.0.2.1',
      '198.51.100.7',
      '203.0.113.9',
      '198.18.0.1',
    ],
    ...['192.0.0.1', '192.88.99.1', '１２７.0.0.1', '127。0。0。1'],
    ...[
      '[::1]',
      '[::]',
      '[fe80::1]',
      '[fc00::1]',
      '[fd12::1]',
      '[fec0::1]',
      '[ff02::1]',
      '[2001:db8::1]',
    ],
    ...[
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[64:ff9b:1::a00:1]',
    ],
    ...['[2002:7f00:1::]', '[2001::1]', '[3fff::1]', '[100::1]', '[4000::1]'],
    ...['push.example.com:8443', 'user@push.example.com', ':secret@push.example.com'],
  ])('%s is not', (host) => {
    expect(isTaken(host)).toBe(false);
  });
});

describe('the address is judged again when connecting', () => {
  const lookUp = (...addresses: [string, number][]) =>
    new Promise((settle) => {
      const found = addresses.map(([address, family]) => ({ address, family }));
      const lookup = guardedLookup(false, async () => found);
      lookup('push.example.com', { all: true }, (error, answer) => settle(error?.code ?? answer));
    });

  test('a name that leads to a private address, or to one among others, is refused', async () => {
    expect(await lookUp(['127.0.0.1', 4])).toBe('EPRIVATEADDRESS');
    expect(await lookUp(['93.184.216.34', 4], ['10.0.0.5', 4])).toBe('EPRIVATEADDRESS');
    expect(await lookUp(['2606:4700::1', 6], ['::1', 6])).toBe('EPRIVATEADDRESS');
    expect(await lookUp(['93.184.216.34', 4])).toEqual([{ address: '93.184.216.34', family: 4 }]);
  });

  test('nothing goes to a name whose DNS answer has changed since it subscribed', async () => {
    const service: PushServiceOfTest = await startPushService();
    const browser = service.addBrowser();
    const url = new URL(browser.endpoint);
    const own = makeBrowserKeys();
    const keys = { publicKey: own.keys.p256dh, privateKey: 'a'.repeat(43) };
    const vapid = createVapid(keys, { publicUrl: undefined, adminEmail: 'a@b.es' });
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const handOver = createHandOver({
      vapid: { ...vapid, authorize: () => '' },
      allowsPrivate: false,
      timing: defaultTiming,
      resolve,
    });
    const target = {
      ...browser.subscription.keys,
      endpoint: `https://push.example.com${url.pathname}`,
      host: 'push.example.com',
    };
    const outcome = await handOver.send(
      target,
      { type: 'test' },
      { ttl: 60, topic: 'a', urgency: 'normal' },
    );
    expect(outcome).toEqual({ kind: 'refused', answer: 'private_address' });
    expect(browser.got).toEqual([]);
    handOver.close();
    await service.stop();
  });
});
