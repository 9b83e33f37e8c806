import type pg from 'pg';
import { compareVersions } from '../shared/version.ts';

// A killed process's users show within 30 s (rules/presence 4): this, and the wait for the next beat of somebody.
export const SILENT_MS = 15_000;
// Beyond what draining takes at most, and what the last beat then lasts.
const WAIT_TIMEOUT_MS = 30_000;

/** A process in the way of another one, as its row tells of it. */
export interface Beating {
  uuid: string;
  seenAt: string;
  isLeaving: boolean;
}

/** Finds the processes that beat by looking twice, by its own clock alone: those of two machines may differ. */
export function watchBeats() {
  const began = performance.now();
  const firstSeen = new Map<string, { seenAt: string; at: number }>();
  const beats = ({ uuid, seenAt }: Beating): boolean => {
    const first = firstSeen.get(uuid);
    if (!first) firstSeen.set(uuid, { seenAt, at: performance.now() });
    return first !== undefined && first.seenAt !== seenAt;
  };
  return {
    /** The processes that will not go by themselves: they beat, and do not drain; any that is there for too long. */
    staying<Found extends Beating>(found: Found[]): Found[] {
      const staying = found.filter((one) => beats(one) && !one.isLeaving);
      return performance.now() - began > WAIT_TIMEOUT_MS ? found : staying;
    },
    isSilent({ uuid, seenAt }: Beating): boolean {
      const first = firstSeen.get(uuid);
      return first?.seenAt === seenAt && performance.now() - first.at > SILENT_MS;
    },
  };
}

/** A process that may be too old to serve while the schema changes. */
interface Living extends Beating {
  /** None before versions had names. */
  version: string | null;
}

// Data of any version: its table of processes may lack columns, or not be there.
async function findLiving(client: pg.ClientBase): Promise<Living[]> {
  const { rows: found } = await client.query("select to_regclass('processes') as name");
  if (!found[0].name) return [];
  const { rows } = await client.query<Living>(
    `select uuid, seen_at::text as "seenAt", to_jsonb(p) ->> 'version' as version,
       coalesce((to_jsonb(p) ->> 'is_leaving')::boolean, false) as "isLeaving"
     from processes p where seen_at > now() - $1 * interval '1 millisecond'`,
    [SILENT_MS],
  );
  return rows;
}

/** Looks for processes older than `oldest`: all of them, and one that does not go by itself. */
export type FindOlder = (
  client: pg.ClientBase,
  oldest: string,
) => Promise<{ older: Living[]; staying: Living | undefined }>;

/** To be asked again and again, for as long as there are some. */
export function watchOlder(): FindOlder {
  const watched = watchBeats();
  return async (client, oldest) => {
    const living = await findLiving(client);
    const older = living.filter(
      (one) => compareVersions(one.version, oldest) < 0 && !watched.isSilent(one),
    );
    return { older, staying: watched.staying(older)[0] };
  };
}
