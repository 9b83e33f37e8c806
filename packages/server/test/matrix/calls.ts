import type { Route } from '@chat/contract/route';
import type { Environment, Person } from './environment.ts';

/** The status for each person, in the order of `people`; callers with a dead token get `dead`, by default 401. */
export type Answers = readonly [
  outsider: number,
  member: number,
  colleague: number,
  manager: number,
  otherManager: number,
  admin: number,
];

/** The administrator's status with SUPERVISION=reason and none in force; with `off`; as no supervisor. */
export type Narrowed = readonly [reason: number, off: number, noSupervisor: number];

export interface Given {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

export interface Row {
  route: Route;
  /** The object of the call, if the answer depends on it. */
  of?: string;
  given: (environment: Environment, person?: Person) => Given | Promise<Given>;
  answers: Answers;
  /** Without it all three are that of the table. */
  narrowed?: Narrowed;
  dead?: number;
  /** The call ends the caller's session, so each caller uses another session. */
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
