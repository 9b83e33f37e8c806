import { type Guard, startRedis as start } from '../../../scripts/lib/redis.mjs';

/** A Redis of a test's own, without persistence. */
export interface TestRedis {
  url: string;
  crash(): Promise<void>;
  freeze(): void;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export const startRedis = (guard?: Guard): Promise<TestRedis> => start(guard);
