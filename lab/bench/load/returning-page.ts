import { setTimeout as wait } from 'node:timers/promises';
import { codeOf, messageOf } from '../../support/helpers.ts';
import type { CompanyPage } from './comeback-steps.ts';
import type { LightSocket } from './light-socket.ts';
import { type Answered, ask, type Office } from './office.ts';
import { openPageSocket, RefusedEntry } from './page-socket.ts';

/** All that the pages of a company share. */
export interface Surroundings {
  url: string;
  officeOf: (page: CompanyPage) => Office;
  /** False: whatever a page tries fails at once. */
  network: { isUp: boolean };
  /** The newest message of each chat that a list must show. */
  newest: Map<string, string>;
  refused: Refused;
  onText(page: CompanyPage, text: string, socket: LightSocket): void;
}

/** Everything that pages were refused since they were lost, by the reason. */
export interface Refused {
  /** Tries to connect that came to nothing while the server was there. */
  sockets: Reasons;
  /** The status, or why no answer came. */
  reads: Reasons;
  /** Connections that were lost. */
  losses: Reasons;
  /** The lists that came and did not show the newest message. */
  untrue: number;
}

type Reasons = Map<string, number>;

export const newRefused = (): Refused => {
  return { sockets: new Map(), reads: new Map(), losses: new Map(), untrue: 0 };
};

const count = (reasons: Reasons, reason: string) =>
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1);

export interface ReturningPage {
  /** Settles once it is connected for the first time. */
  opened: Promise<void>;
  /** How often its connection was lost since `forget`. */
  losses(): number;
  /** When it was connected again and showed what it must; undefined as long as it does not. */
  backAt(): number | undefined;
  forget(): void;
  lose(): void;
}

// The page has these from `packages/web/src/shared/socket.ts` and Socket.IO's client.
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 5_000;
const JITTER = 0.5;
/** After the server has taken the connection and refused who came by it. */
const REFUSED_WAIT_MS = 3_000;

/** The waits between tries to connect, each twice as long as the last; at random, so that pages do not come at once. */
function createWaits(): () => number {
  let tries = 0;
  return () => {
    const ms = FIRST_WAIT_MS * 2 ** tries++;
    const jitter = Math.random() * JITTER * ms;
    return Math.min(MAX_WAIT_MS, Math.random() < 0.5 ? ms - jitter : ms + jitter);
  };
}

// The page has these from `packages/web/src/shared/query-client.ts`.
const MAX_RETRY_MS = 5_000;
const READ_MS = 30_000;
const unanswered = (error: unknown): Answered => {
  return { status: 0, text: reasonOf(error), retryAfterMs: undefined };
};
const apart = (ms: number) => ms * (1 + Math.random());

/** Tries until it is connected. The first wait is the page's own unless one is given. */
async function connect(
  tryOnce: () => Promise<'open' | 'failed' | 'refused'>,
  firstWaitMs?: number,
): Promise<void> {
  let nextWait = createWaits();
  await wait(firstWaitMs ?? nextWait());
  for (;;) {
    const outcome = await tryOnce();
    if (outcome === 'open') return;
    if (outcome === 'refused') nextWait = createWaits();
    await wait(outcome === 'refused' ? REFUSED_WAIT_MS : nextWait());
  }
}

/** Reads what a page shows until the server gives it; gives up once that is no longer wanted. */
async function readUntilGiven(
  read: () => Promise<Answered>,
  isWanted: () => boolean,
  { reads }: Refused,
): Promise<string | undefined> {
  for (let failures = 0; isWanted(); failures++) {
    const { status, text, retryAfterMs } = await read().catch(unanswered);
    if (status === 200) return text;
    if (!isWanted()) return undefined;
    count(reads, status === 0 ? text : `${status}`);
    await wait(apart(Math.min(retryAfterMs ?? FIRST_WAIT_MS * 2 ** failures, MAX_RETRY_MS)));
  }
  return undefined;
}

/** A page that comes back whenever it is lost, and then reads again what it shows. */
export function openPage(page: CompanyPage, surroundings: Surroundings): ReturningPage {
  const { url, network, newest, onText } = surroundings;
  const office = surroundings.officeOf(page);
  let socket: LightSocket | undefined;
  let losses = 0;
  let backAt: number | undefined;

  const onLost = (reason: string) => {
    count(surroundings.refused.losses, reason);
    socket = undefined;
    backAt = undefined;
    losses++;
    void comeBack();
  };

  async function tryOnce(): Promise<'open' | 'failed' | 'refused'> {
    if (!network.isUp) return 'failed';
    const listener = { onText: onText.bind(undefined, page), onLost };
    try {
      socket = await openPageSocket(url, page, office, listener);
      return 'open';
    } catch (error) {
      if (network.isUp) noteRefusal(surroundings.refused, error);
      return error instanceof RefusedEntry ? 'refused' : 'failed';
    }
  }

  /** Once the connection is lost the next one has it read again. */
  async function readShown(through: LightSocket): Promise<void> {
    const asked = { token: page.token, timeoutMs: READ_MS };
    const read = (path: string) =>
      readUntilGiven(
        () => ask(url + path, office, asked),
        () => socket === through,
        surroundings.refused,
      );
    const [list] = await Promise.all([page.list, ...page.beside].map(read));
    if (list === undefined || socket !== through) return;
    const shown = newest.get(page.shownChat);
    if (shown !== undefined && !list.includes(shown)) surroundings.refused.untrue++;
    backAt = performance.now();
  }

  async function comeBack(): Promise<void> {
    await connect(tryOnce);
    if (socket) await readShown(socket);
  }

  return {
    opened: connect(tryOnce, 0),
    losses: () => losses,
    backAt: () => backAt,
    forget() {
      losses = 0;
      backAt = undefined;
    },
    lose: () => socket?.lose(),
  };
}

/** Before the server is there nobody listens, which is no refusal of its own. */
function noteRefusal({ sockets }: Refused, error: unknown): void {
  if (codeOf(error) !== 'ECONNREFUSED') count(sockets, reasonOf(error));
}

/** A code is shorter than its message, and names no address. */
function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return typeof code === 'string' ? code : messageOf(error);
}
