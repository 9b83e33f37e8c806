import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { throttleByAddress } from './public-files.ts';

const addresses = {
  callerOf: ({ url = '' }: IncomingMessage) => url,
  exactCallerOf: ({ url = '' }: IncomingMessage) => url,
  trust: () => false,
  isProxy: () => false,
};

function line(most: number) {
  const turns = throttleByAddress(addresses, most);
  return (address: string) => {
    const request = new IncomingMessage(new Socket());
    request.url = address;
    const response = new ServerResponse(request);
    const one = { hasTurn: false, close: () => response.emit('close') };
    turns({ raw: request }, { raw: response }, () => {
      one.hasTurn = true;
    });
    return one;
  };
}

test('an address takes so many files at a time; the next one comes when one is through', () => {
  const ask = line(2);
  const [first, second, third, gone, fourth] = ['a', 'a', 'a', 'a', 'a'].map(ask);
  const other = ask('b');
  const having = () => [first, second, third, gone, fourth, other].map((one) => one?.hasTurn);
  expect(having()).toEqual([true, true, false, false, false, true]);
  gone?.close();
  first?.close();
  expect(having()).toEqual([true, true, true, false, false, true]);
  second?.close();
  expect(having()).toEqual([true, true, true, false, true, true]);
  third?.close();
  fourth?.close();
  expect(ask('a').hasTurn).toBe(true);
});
