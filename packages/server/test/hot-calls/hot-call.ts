import type { BusyCompany } from './company.ts';

/** A call that is made so often, or on so much, that each of its statements must be read by an index. */
export interface HotCall {
  name: string;
  /** How many rows it gives, or must look at. */
  rows: number;
  /** The statements that are meant, where it is not all those that the call makes itself. */
  of?: RegExp;
  act: (company: BusyCompany) => Promise<unknown>;
}

/** What receipts ask is gathered, and may fall into any call: it is looked at by itself. */
export const RECEIPTS = /least_marks|with raised|as mark \(/;

/** What is kept of the first is asked after. */
export async function twice(act: () => Promise<unknown>): Promise<void> {
  await act();
  await act();
}
