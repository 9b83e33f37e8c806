import type { TestApp } from '../build-app.ts';
import type { Cast } from '../cast.ts';
import type { Client } from '../client.ts';
import type { LiveClient } from '../socket-client.ts';

/** A busy company, and the people in it who make the hot calls. */
export interface BusyCompany extends Cast {
  app: TestApp;
  /** Bruno's socket. */
  live: LiveClient;
  /** Carla's socket. */
  idle: LiveClient;
  /** The client of a person who signed in and did nothing since. */
  unknown: Client;
  /** A direct chat of three messages. */
  small: string;
  /** A group chat whose messages Carla receives and never reads. */
  unseen: string;
  file: string;
  /** The uuid of the long chat's message with this number. */
  at(seq: number): string;
  close(): Promise<void>;
}

/** A call so frequent, or on so much data, that each of its statements must use an index. */
export interface HotCall {
  name: string;
  /** The number of rows that the call returns or must look at. */
  rows: number;
  /** The statements to measure, if not all statements of the call itself. */
  of?: RegExp;
  act: (company: BusyCompany) => Promise<unknown>;
}

/** Receipts are gathered, so their statements may run during any call: a separate test covers them. */
export const RECEIPTS = /least_marks|with advanced|as mark \(/;

/** The second call meets the answer kept from the first. */
export async function twice(act: () => Promise<unknown>): Promise<void> {
  await act();
  await act();
}
