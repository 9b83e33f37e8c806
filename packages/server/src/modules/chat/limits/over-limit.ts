import { AppError } from '../../../shared/errors.ts';

/** A limit of a person, or of the disk, refuses what they send. A repeat is answered all the same: it stores nothing. */
export class OverLimit extends AppError {
  constructor(status: 429 | 503, message: string, seconds: number) {
    super(status, message, {}, { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) });
  }
}
