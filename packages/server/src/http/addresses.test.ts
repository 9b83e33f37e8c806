import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { createAddresses } from './addresses.ts';

function from(remoteAddress: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  vi.spyOn(socket, 'remoteAddress', 'get').mockReturnValue(remoteAddress);
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

describe('whose request it is', () => {
  test('without a proxy, whoever is at the other end of the line, whatever they say', () => {
    const { callerOf, isProxy } = createAddresses(false);
    expect(callerOf(from('192.0.2.1', '192.0.2.9'))).toBe('192.0.2.1');
    expect(isProxy('192.0.2.1')).toBe(false);
  });

  test('with one, whoever the nearest proxy names', () => {
    const { callerOf, isProxy } = createAddresses(true);
    expect(callerOf(from('192.0.2.1', '192.0.2.8, 192.0.2.9'))).toBe('192.0.2.9');
    expect(isProxy('192.0.2.1')).toBe(true);
  });

  test('with a list, whoever a proxy of the list names', () => {
    const { callerOf, isProxy } = createAddresses(['10.0.0.0/24']);
    expect(callerOf(from('10.0.0.7', '192.0.2.9'))).toBe('192.0.2.9');
    expect(callerOf(from('10.0.1.7', '192.0.2.9'))).toBe('10.0.1.7');
    expect([isProxy('10.0.0.7'), isProxy('10.0.1.7')]).toEqual([true, false]);
  });
});

test('a proxy that writes ports into the header is still known by its address', () => {
  const { callerOf } = createAddresses(['10.0.0.0/24']);
  const chain = '192.0.2.9:4711, 10.0.0.8:80';
  expect(callerOf(from('10.0.0.7', chain))).toBe('192.0.2.9');
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['2001:DB8:01:2::7', '2001:db8:1:2'],
  ['[2001:db8:1:2::7]:4711', '2001:db8:1:2'],
  ['[2001:db8:1:2::7]', '2001:db8:1:2'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::192.0.2.1', '0:0:0:0'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:4711', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['192.0.2.1', '192.0.2.1'],
])('%s counts as %s', (address, network) => {
  expect(createAddresses(false).callerOf(from(address))).toBe(network);
});
