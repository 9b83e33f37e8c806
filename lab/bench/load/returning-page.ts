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

/** What pages were refused since they were lost, by the reason. */
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

// As `packages/web/src/shared/socket.ts` and Socket.IO's client.
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

// As `packages/web/src/shared/query-client.ts`.
const MAX_RETRY_MS = 5_000;
const READ_MS = 30_000;
const unanswered = (error: unknown): Answered => {
  return { status: 0, text: reasonOf(error), retryAfterMs: undefined };
};
const apart = (ms: number) => ms * (1 + Math.random());

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

  /** Until the server gives it; undefined once the connection is lost: the next one has it read again. */
  async function read(path: string, through: LightSocket): Promise<string | undefined> {
    for (let failures = 0; socket === through; failures++) {
      const asked = { token: page.token, timeoutMs: READ_MS };
      const answer = await ask(url + path, office, asked).catch(unanswered);
      if (answer.status === 200) return answer.text;
      if (socket !== through) return undefined;
      count(surroundings.refused.reads, answer.status === 0 ? answer.text : `${answer.status}`);
      const askedMs = answer.retryAfterMs ?? FIRST_WAIT_MS * 2 ** failures;
      await wait(apart(Math.min(askedMs, MAX_RETRY_MS)));
    }
    return undefined;
  }

  async function readShown(through: LightSocket): Promise<void> {
    const [list] = await Promise.all([page.list, ...page.beside].map((one) => read(one, through)));
    if (list === undefined || socket !== through) return;
    const shown = newest.get(page.shownChat);
    if (shown !== undefined && !list.includes(shown)) surroundings.refused.untrue++;
    backAt = performance.now();
  }

  async function connect(firstWaitMs?: number): Promise<void> {
    let nextWait = createWaits();
    await wait(firstWaitMs ?? nextWait());
    for (;;) {
      const outcome = await tryOnce();
      if (outcome === 'open') return;
      if (outcome === 'refused') nextWait = createWaits();
      await wait(outcome === 'refused' ? REFUSED_WAIT_MS : nextWait());
    }
  }

  async function comeBack(): Promise<void> {
    await connect();
    if (socket) await readShown(socket);
  }

  return {
    opened: connect(0),
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

const reasonOf = (error: unknown): string => messageOf(error);
