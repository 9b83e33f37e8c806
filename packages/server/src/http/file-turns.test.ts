import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { takeTurns } from './file-turns.ts';

const addresses = {
  callerOf: ({ url = '' }: IncomingMessage) => url,
  trust: () => false,
  isProxy: () => false,
};

function line(most: number) {
  const turns = takeTurns(addresses, most) as (
    request: FastifyRequest,
    reply: FastifyReply,
    next: () => void,
  ) => void;
  return (address: string) => {
    const raw = Object.assign(new EventEmitter(), { getHeader: () => undefined });
    const one = { hasTurn: false, close: () => raw.emit('close') };
    const request = { raw: { url: address } } as FastifyRequest;
    turns(request, { raw } as unknown as FastifyReply, () => {
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
