import { listMessages } from '@chat/contract/messages';
import { DELETED, LONG } from '../busy-company.ts';
import { type BusyCompany, type HotCall, twice } from './hot-call.ts';

type Query = Record<string, string>;

/** Ana reads the long chat by this page, or around this message. */
const reading =
  (query: Query | ((company: BusyCompany) => Query)): HotCall['act'] =>
  (company) =>
    company.ana.call(listMessages, {
      params: { chatId: company.ventasChat },
      query: typeof query === 'function' ? query(company) : query,
    });

const MIDDLE = LONG - 5_000;

export const pages: HotCall[] = [
  {
    name: 'the newest page',
    rows: 50,
    act: (company) => twice(() => reading({})(company)),
  },
  {
    name: 'the newest page of a small chat',
    rows: 3,
    act: ({ ana, small }) => ana.call(listMessages, { params: { chatId: small } }),
  },
  { name: 'the second page', rows: 50, act: reading({ page: '2' }) },
  { name: 'the 300th page, behind deleted messages', rows: 100, act: reading({ page: '300' }) },
  {
    name: 'a page with deleted messages in it',
    rows: 150,
    act: reading({ page: String(DELETED.from / 50 + 1) }),
  },
  { name: 'before a message', rows: 50, act: reading(({ at }) => ({ before: at(MIDDLE) })) },
  { name: 'after a message', rows: 50, act: reading(({ at }) => ({ after: at(MIDDLE) })) },
  { name: 'around a message', rows: 50, act: reading(({ at }) => ({ around: at(MIDDLE) })) },
  {
    name: 'around a deleted message',
    rows: 150,
    act: reading(({ at }) => ({ around: at(LONG - DELETED.from - 50) })),
  },
  { name: 'around a number at the beginning', rows: 25, act: reading({ aroundSeq: '1' }) },
  { name: 'around a number in the middle', rows: 50, act: reading({ aroundSeq: '9000' }) },
  {
    name: 'a page that an administrator reads',
    rows: 50,
    act: ({ elena, ventasChat }) => elena.call(listMessages, { params: { chatId: ventasChat } }),
  },
];
