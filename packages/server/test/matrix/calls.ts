import type { Route } from '@chat/contract/route';
import type { Environment, Person } from './environment.ts';

/** What each person is answered, in the order of `people`; the dead are answered `dead`, 401 unless said. */
export type Answers = readonly [
  outsider: number,
  member: number,
  colleague: number,
  manager: number,
  otherManager: number,
  admin: number,
];

export interface Given {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

export interface Row {
  route: Route;
  /** Of what, where the answer depends on it. */
  of?: string;
  given: (environment: Environment, person?: Person) => Given | Promise<Given>;
  answers: Answers;
  dead?: number;
  /** The call ends the caller's session, so they make it from another one. */
  endsSession?: true;
}

export const nothing = () => ({});

export const everybody = (status: number): Answers => [
  status,
  status,
  status,
  status,
  status,
  status,
];
export const administrators = (status: number): Answers => [403, 403, 403, 403, 403, status];
export const managers = (status: number): Answers => [403, 403, 403, status, status, status];
