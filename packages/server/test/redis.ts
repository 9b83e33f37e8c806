/** A Redis of a test's own, without persistence. */
export interface TestRedis {
  url: string;
  crash(): Promise<void>;
  freeze(): void;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const SCRIPT = new URL('../../../scripts/lib/redis.mjs', import.meta.url);

export async function startRedis(): Promise<TestRedis> {
  const script = (await import(SCRIPT.href)) as { startRedis(): Promise<TestRedis> };
  return script.startRedis();
}
