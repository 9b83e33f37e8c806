import type { Route } from '@chat/contract/route';
import { expect } from 'vitest';
import type { TestApp } from './build-app.ts';
import type { Client } from './client.ts';

/** A well-formed uuid of no object. */
export const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Values that every text field of at most `max` characters refuses, by their mistake. */
export const wrongTexts = (max: number): [string, unknown][] => [
  ['missing', undefined],
  ['null', null],
  ['a number', 7],
  ['a list', ['texto']],
  ['blank', ' \t '],
  ['of characters that nobody sees', '\u200b\u3164\u00ad\ufe0f\u2003'],
  ['too long', 'x'.repeat(max + 1)],
  ['with NUL', 'tex\u0000to'],
  ['with half a character', 'tex\ud800to'],
];

/** Values that every list of uuids refuses. */
export const wrongUuidLists: [string, unknown][] = [
  ['a text', NOBODY],
  ['a list of numbers', [7]],
  ['a list of other texts', ['no-es-un-uuid']],
  ['a uuid with NUL', [`${NOBODY}\u0000`]],
];

const pathOf = (route: Route, id: string) => route.path.replace(/:\w+/g, encodeURIComponent(id));

/** Each of the routes answers 401 to a caller who has not signed in and 403 to every one of `outsiders`. */
export async function expectClosedTo(
  app: TestApp,
  routes: Route[],
  outsiders: Client[],
): Promise<void> {
  for (const route of routes) {
    const path = pathOf(route, NOBODY);
    const anonymous = await app.client().request(route.method, path);
    expect([route.name, anonymous.status]).toEqual([route.name, 401]);
    for (const outsider of outsiders) {
      const reply = await outsider.request(route.method, path);
      expect([route.name, reply.status]).toEqual([route.name, 403]);
    }
  }
}

/** Each route answers 404 to a path id that is unknown or no uuid, whatever the body. */
export async function expectUnknownIds(
  client: Client,
  routes: [Route, body?: unknown][],
): Promise<void> {
  const ids = [NOBODY, 'no-es-un-uuid', `${NOBODY}0`, '1', "'; --", '%00'];
  for (const [route, body] of routes) {
    for (const id of ids) {
      const reply = await client.request(route.method, pathOf(route, id), body);
      expect([route.name, id, reply.status]).toEqual([route.name, id, 404]);
    }
  }
}

/** `page` and `size` out of range are reported by name (rules/api 12). */
export async function expectWrongPages(client: Client, routes: Route[]): Promise<void> {
  for (const route of routes) {
    for (const [field, value] of [
      ['page', '0'],
      ['page', '-1'],
      ['page', 'uno'],
      ['size', '0'],
      ['size', '201'],
    ] as const) {
      const reply = await client.request(
        route.method,
        `${pathOf(route, NOBODY)}?${field}=${value}`,
      );
      expect([route.name, field, value, reply.status]).toEqual([route.name, field, value, 422]);
      expect(reply.errors[field]).toHaveLength(1);
    }
  }
}
