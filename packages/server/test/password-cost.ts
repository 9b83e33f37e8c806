/**
 * Replaces the server's own cost: a test makes and checks thousands of passwords, and the cost proves nothing there.
 */
export const PASSWORD_COST = { memoryCost: 64, timeCost: 1, parallelism: 1 };
