/** OWASP's least for Argon2id: 19 MiB, 2 passes. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
