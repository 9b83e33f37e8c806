import type { BusyCompany } from './company.ts';

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
export const RECEIPTS = /least_marks|with raised|as mark \(/;

/** The second call meets the answer kept from the first. */
export async function twice(act: () => Promise<unknown>): Promise<void> {
  await act();
  await act();
}
