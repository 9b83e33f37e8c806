import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { required } from '../../support/helpers.ts';
import { call, newMessage, usageOf } from './calls.ts';
import type {
  Answers,
  Comeback,
  CompanyJob,
  CompanyPage,
  Spread,
  Step,
  WrittenChat,
} from './comeback-steps.ts';
import { createDeliveries } from './deliveries.ts';
import { type Office, openOffice } from './office.ts';
import { processorOf } from './processor.ts';
import { newRefused, openPage, type ReturningPage, type Surroundings } from './returning-page.ts';
import { sendSteadily } from './steady-sends.ts';

const AT_ONCE = 100;
const MAX_OPEN_MS = 60_000;
const SETTLE_MS = 10_000;
/** Nobody waits longer for all to be back. */
const MAX_BACK_MS = 180_000;
const LOOK_MS = 100;
/** For so long it is watched whether pages are lost once more. */
const SECOND_WAVE_MS = 20_000;
const SENDS_FROM_MS = 5_000;
const SHOWN_AT_ONCE = 20;

/** The pages of a company and what is measured with them. */
async function openCompany(job: CompanyJob) {
  const { url, general } = job;
  const offices = new Map<string, Office>();
  const deliveries = createDeliveries(general.chatId);
  const surroundings: Surroundings = {
    url,
    officeOf: ({ address }) => {
      const office = offices.get(address) ?? openOffice(address);
      offices.set(address, office);
      return office;
    },
    network: { isUp: true },
    newest: new Map(),
    refused: newRefused(),
    onText: deliveries.take,
  };
  const before = await usageOf(url);
  const start = performance.now();
  const pages = await openAll(job.pages, surroundings);
  const seconds = (performance.now() - start) / 1000;
  await wait(SETTLE_MS);
  const { bytes } = await usageOf(url);
  const bytesEach = (bytes - before.bytes) / pages.length;
  return { job, pages, deliveries, surroundings, opened: { seconds, bytes, bytesEach } };
}

type Company = Awaited<ReturnType<typeof openCompany>>;

/** Some at a time, in their order. */
async function openAll(all: CompanyPage[], surroundings: Surroundings): Promise<ReturningPage[]> {
  const pages: ReturningPage[] = [];
  for (let n = 0; n < all.length; n += AT_ONCE) {
    const some = all.slice(n, n + AT_ONCE).map((page) => openPage(page, surroundings));
    const late = wait(MAX_OPEN_MS, 'late', { ref: false });
    const opening = Promise.all(some.map(({ opened }) => opened));
    if ((await Promise.race([opening, late])) === 'late') {
      throw new Error(`The pages from ${n} on cannot be opened`);
    }
    pages.push(...some);
  }
  return pages;
}

/** Writes one message, and gives its text; nothing where it was refused. */
async function writeTo(url: string, { path, token }: WrittenChat, body = newMessage()) {
  const answer = await call(url + path, { token, body }).catch(() => undefined);
  return answer?.status === 201 ? body.content : undefined;
}

async function spread(
  { job, pages, deliveries }: Company,
  { messages, everyMs, rate }: Extract<Step, { kind: 'general' }>,
): Promise<Spread> {
  const { url, general, directs } = job;
  await usageOf(url);
  const quietSends = sendSteadily(url, directs, rate);
  await wait(messages * everyMs);
  const quiet = await quietSends.stop();
  const { lagP99Ms: quietP99 } = await usageOf(url);
  const sends = sendSteadily(url, directs, rate);
  const results: { at: number; last: number; receipts: number; missing: number }[] = [];
  for (let n = 0; n < messages; n++) {
    const at = performance.now();
    const body = newMessage();
    const delivery = deliveries.expect(body.referenceId, pages.length);
    await writeTo(url, general, body);
    results.push({ at, ...(await delivery) });
    await wait(Math.max(0, at + everyMs - performance.now()));
  }
  const all = await sends.stop();
  const { lagP99Ms, blockedMs } = await usageOf(url);
  const isMeanwhile = (when: number) =>
    results.some(({ at, last, receipts }) => when >= at && when <= at + Math.max(last, receipts));
  return {
    last: results.map(({ last }) => last),
    receipts: results.map(({ receipts }) => receipts),
    missing: results.reduce((sum, { missing }) => sum + missing, 0),
    quiet: quiet.filter(({ isDone }) => isDone).map(({ ms }) => ms),
    meanwhile: all.filter(({ at, isDone }) => isDone && isMeanwhile(at)).map(({ ms }) => ms),
    refused: [...quiet, ...all].filter(({ isDone }) => !isDone).length,
    lag: { quietP99, p99: lagP99Ms, longest: blockedMs },
  };
}

/** From now on it is counted what is lost and refused. */
function countAnew({ pages, surroundings }: Company): void {
  surroundings.refused = newRefused();
  for (const page of pages) page.forget();
}

/** Every list has something new to show. */
async function writeNews({ job: { url, shown }, surroundings }: Company): Promise<void> {
  const write = async (chat: WrittenChat) => {
    const text = await writeTo(url, chat);
    if (text !== undefined) surroundings.newest.set(chat.chatId, text);
  };
  for (let n = 0; n < shown.length; n += SHOWN_AT_ONCE) {
    await Promise.all(shown.slice(n, n + SHOWN_AT_ONCE).map(write));
  }
}

const delay = monitorEventLoopDelay();
delay.enable();

/** The processor time that server and database have used so far, and the longest delays since the last look. */
async function timesOf({ url, database }: CompanyJob) {
  const { cpuMs, blockedMs } = await usageOf(url);
  const pagesLag = delay.max / 1e6;
  delay.reset();
  return { serverMs: cpuMs, databaseMs: processorOf(database), lag: blockedMs, pagesLag };
}

async function watchComeback(
  { job, pages, deliveries, surroundings }: Company,
  rate: number,
): Promise<Comeback> {
  const { url, general, directs } = job;
  const start = performance.now();
  const before = await timesOf(job);
  const sends = sendSteadily(url, directs, rate);
  const backTimes = () => pages.flatMap((page) => page.backAt() ?? []);
  while (backTimes().length < pages.length && performance.now() - start < MAX_BACK_MS) {
    await wait(LOOK_MS);
  }
  const after = await timesOf(job);
  const times = backTimes().sort((a, b) => a - b);
  const at = (n: number) => (times[n - 1] ?? Number.POSITIVE_INFINITY) - start;
  await wait(SECOND_WAVE_MS);
  const sent = await sends.stop();
  const late = sent.filter(({ at: when }) => when - start >= SENDS_FROM_MS);
  const first = sent.find(({ isDone }) => isDone);
  const body = newMessage();
  const delivery = deliveries.expect(body.referenceId, pages.length);
  await writeTo(url, general, body);
  const { missing: deaf } = await delivery;
  const { refused } = surroundings;
  return {
    backMs: at(pages.length),
    halfMs: at(Math.ceil(pages.length / 2)),
    missing: pages.length - times.length,
    serverMsEach: (after.serverMs - before.serverMs) / pages.length,
    databaseMsEach: (after.databaseMs - before.databaseMs) / pages.length,
    lag: { server: after.lag, pages: after.pagesLag },
    refusedSockets: refused.sockets,
    refusedReads: refused.reads,
    untrueLists: refused.untrue,
    lostAgain: pages.reduce((sum, page) => sum + Math.max(0, page.losses() - 1), 0),
    losses: refused.losses,
    firstSendMs: first ? first.at + first.ms - start : Number.POSITIVE_INFINITY,
    sends: late.filter(({ isDone }) => isDone).map(({ ms }) => ms),
    refusedSends: late.filter(({ isDone }) => !isDone).length,
    deaf,
    bytes: (await usageOf(url)).bytes,
  };
}

/** All lose their connections at once, and whatever they try fails until the network is there again. */
async function cutNetwork(
  company: Company,
  { seconds, rate }: Extract<Step, { kind: 'cut' }>,
): Promise<Comeback> {
  const { network } = company.surroundings;
  const until = performance.now() + seconds * 1000;
  network.isUp = false;
  countAnew(company);
  for (const page of company.pages) page.lose();
  await writeNews(company);
  await wait(Math.max(0, until - performance.now()));
  network.isUp = true;
  return watchComeback(company, rate);
}

let company: Company | undefined;

async function take(step: Step): Promise<Answers[Step['kind']]> {
  if (step.kind === 'open') {
    company = await openCompany(step.job);
    return company.opened;
  }
  const open = required(company, 'open page');
  switch (step.kind) {
    case 'general':
      return spread(open, step);
    case 'beforeLoss':
      countAnew(open);
      await writeNews(open);
      return null;
    case 'afterLoss':
      return watchComeback(open, step.rate);
    case 'cut':
      return cutNetwork(open, step);
  }
}

process.on('message', async (step: Step) => process.send?.(await take(step)));
process.once('disconnect', () => process.exit(0));
