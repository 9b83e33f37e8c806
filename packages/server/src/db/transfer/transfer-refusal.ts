/** Nothing was changed; the message says why in one line. */
export class TransferRefusal extends Error {}

/** There are data already where others should go. */
export class TakenError extends TransferRefusal {}
