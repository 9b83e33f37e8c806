/** There is no Redis at the address in REDIS_URL, or it lets nobody in. */
export class RedisAwayError extends Error {}
