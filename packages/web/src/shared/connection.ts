/** The socket once its code is there: the first view does without, and asks here whether it is connected. */
export const connection: { socket: { connected: boolean } | null } = { socket: null };
