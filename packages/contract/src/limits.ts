/** Numbers that both sides must agree on. Lengths are in code points. */
export const limits = {
  name: 100,
  description: 500,
  email: 254,
  passwordMin: 6,
  passwordMax: 200,
  placeNameMin: 4,
  placeNameMax: 50,
  content: 10_000,
  /** Characters of a privacy notice. */
  notice: 50_000,
  /** The reason of a hold, or for reading a chat of others. */
  reasonMin: 10,
  reasonMax: 500,
  referenceId: 64,
  deviceIdMin: 8,
  deviceIdMax: 128,
  /** The most ids that a list in a body may have. */
  ids: 5_000,
  pageSize: 200,
  /** A hundred years. */
  retentionDaysMax: 36_500,
  messagesPerPage: 50,
  chatsPerPage: 50,
  searchQuery: 200,
  foundMessages: 50,
  /** A recording's waveform: the most numbers, and the highest number. */
  waveform: 200,
  loudest: 100,
} as const;

/** The group every non-admin joins; it can be neither renamed nor deleted (rules/groups 6). */
export const GENERAL = 'GENERAL';
