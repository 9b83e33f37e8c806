import { z } from 'zod';

export const paginationSchema = z
  .object({
    page: z.int(),
    size: z.int(),
    totalElements: z.int(),
    totalPages: z.int(),
  })
  .nullable();

export type Pagination = z.infer<typeof paginationSchema>;

/** What every successful call answers; `statusCode` equals the HTTP status. */
export interface Envelope<Content> {
  content: Content;
  statusCode: number;
  message: string;
  pagination: Pagination;
}

/** What every failed call answers; `errors` maps a field to its messages. */
export const errorEnvelopeSchema = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
  statusCode: z.int(),
});

export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;
export type FieldErrors = ErrorEnvelope['errors'];
