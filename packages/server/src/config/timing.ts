/**
 * Waiting times, in ms, that a test sets, so that it proves what comes before what and waits for none of them. An
 * operator sets none of them: the rules name some.
 */
export const defaultTiming = {
  /** A page that reloads is back sooner: its user was never away. */
  presenceGraceMs: 1_500,
  /** A company sign-in is answered within 5 s, however many things the provider is asked. */
  companyAnswerMs: 4_000,
  /** How often some of the sessions that are known are asked about, though no end was stored. */
  sessionAskMs: 2_500,
  /** How often sessions that are over are removed, at the least. */
  sessionSweepMs: 30_000,
  /** That a person writes in a chat is told once in so long. */
  typingMs: 3_000,
  /** While more receipts come, batches begin no closer together: many cost hardly more than one. */
  receiptsApartMs: 400,
  /** Between two pushes for one chat to one subscription, and between two tries. */
  pushApartMs: 1_000,
  /** How often the queue is read for pushes that other processes queued or left. */
  pushQueueMs: 2_000,
  /** A push service that says nothing for so long is tried again later. */
  pushAnswerMs: 10_000,
  /** An answer that takes longer counts like none for how much its push service gets. */
  pushSlowMs: 2_000,
  /** A last visible page that is back sooner was not lost. */
  pushLostMs: 2_000,
  /** How often the audit is chained, and appended to AUDIT_FILE. */
  auditMs: 1_000,
  /** A browser opens few connections to a server, and a page asks for many thumbnails. */
  thumbnailMs: 3_000,
  /** The page learns within 10 s that there is no thumbnail of a drawing yet. */
  drawingMs: 8_000,
};

export type Timing = Readonly<typeof defaultTiming>;
