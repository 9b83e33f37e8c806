import { measureDisturbances } from './disturbances/measure-disturbances.ts';
import { measureDay } from './page/measure-day.ts';
import { measurePage } from './page/measure-page.ts';
import { measureSearch } from './search/measure-search.ts';
import { measureCluster } from './server/measure-cluster.ts';
import { measureCompany } from './server/measure-company.ts';
import { measureCost } from './server/measure-cost.ts';
import { measureCrowd } from './server/measure-crowd.ts';
import { measureEveryday } from './server/measure-everyday.ts';
import { measureIdle } from './server/measure-idle.ts';
import { measurePeople } from './server/measure-people.ts';
import { measureReading } from './server/measure-reading.ts';
import { measureSending } from './server/measure-sending.ts';
import type { Part } from './support/run.ts';

/** In the order they run. */
export const parts: Part[] = [
  {
    name: 'page',
    title: 'The page, with a processor slowed down four times',
    measure: measurePage,
  },
  { name: 'day', title: 'A page that stays open for a working day', measure: measureDay },
  {
    name: 'everyday',
    title: 'An ordinary day on both engines, beside Socket.IO with one inserted row',
    measure: measureEveryday,
  },
  { name: 'send', title: 'Sending a message, on both engines', measure: measureSending },
  {
    name: 'read',
    title: 'Reading while the number of messages grows, on both engines',
    measure: measureReading,
  },
  {
    name: 'cost',
    title: 'A page of a chat of 10,000 messages and a list of 200 chats, on both engines',
    measure: measureCost,
  },
  {
    name: 'people',
    title: 'Reading while the number of participants grows',
    measure: measurePeople,
  },
  {
    name: 'search',
    title: 'Searching among many messages, on both engines',
    measure: measureSearch,
  },
  { name: 'crowd', title: 'Large groups, all of them online', measure: measureCrowd },
  {
    name: 'idle',
    title: 'A server that nobody uses, and 2,000 sockets that do nothing',
    measure: measureIdle,
  },
  {
    name: 'cluster',
    title: 'One, two and three processes behind nginx',
    measure: measureCluster,
  },
  {
    name: 'company',
    title: 'A whole company in one process: everybody online, lost and back',
    measure: measureCompany,
  },
  {
    name: 'disturbances',
    title: 'Attacks and heavy work: with and without, by turns',
    isBinding: true,
    measure: measureDisturbances,
  },
];
