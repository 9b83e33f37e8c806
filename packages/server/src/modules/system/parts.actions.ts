import type { ChatContext } from '../chat/context.ts';
import { answers } from './system.queries.ts';

/** Each part that this installation has, by its name in the health; asking one throws while it is away. */
export function partsOf(ctx: ChatContext): Record<string, () => Promise<unknown>> {
  const { db, redis, realtime, staging, storage, config } = ctx;
  return {
    database: () => answers(db),
    disk: async () => {
      const shortage = await staging.findShortage();
      if (shortage) throw new Error(`no room: ${shortage}`);
    },
    ...(redis && { redis: () => realtime.check() }),
    ...(config.s3 && { [storage.name]: () => storage.check() }),
  };
}
