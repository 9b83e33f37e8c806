/** In place of the server's own: a test makes and checks thousands of passwords, and proves nothing by their cost. */
export const PASSWORD_COST = { memoryCost: 64, timeCost: 1, parallelism: 1 };
