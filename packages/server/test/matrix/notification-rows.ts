import * as push from '@chat/contract/notifications';
import { getOwnNotifications, setOwnNotifications } from '@chat/contract/notifications';
import * as hours from '@chat/contract/offices';
import { makeBrowserKeys } from '../../../../scripts/lib/browser-keys.mjs';
import { administrators, everybody, nothing, type Row } from './calls.ts';
import { type Environment, freshName, makeOffice } from './environment.ts';

const pushRows: Row[] = [
  { route: push.getPushKey, given: nothing, answers: everybody(200) },
  {
    route: push.subscribeToPush,
    given: () => ({
      body: {
        endpoint: `https://push.example.com/${freshName('navegador').replace(' ', '-')}`,
        keys: makeBrowserKeys().keys,
      },
    }),
    answers: everybody(201),
  },
  {
    route: push.unsubscribeFromPush,
    given: () => ({ body: { endpoint: 'https://push.example.com/nadie' } }),
    answers: everybody(200),
  },
  {
    route: push.testPush,
    of: 'without a subscription',
    given: nothing,
    answers: everybody(409),
    endsSession: true,
  },
];

const officeHours = async (environment: Environment) => ({
  params: { officeId: (await makeOffice(environment)).uuid },
});
const mornings = {
  timezone: 'Europe/Madrid',
  days: [{ day: 1, from: '08:00', to: '15:00' }],
  holidays: [],
};

const hoursRows: Row[] = [
  { route: hours.getWorkingHours, given: nothing, answers: administrators(200) },
  {
    route: hours.setWorkingHours,
    given: () => ({ body: mornings }),
    answers: administrators(200),
  },
  {
    route: hours.setWorkingHours,
    of: 'null',
    given: () => ({ body: null }),
    answers: administrators(200),
  },
  { route: hours.getOfficeWorkingHours, given: officeHours, answers: administrators(200) },
  {
    route: hours.setOfficeWorkingHours,
    given: async (environment) => ({ ...(await officeHours(environment)), body: mornings }),
    answers: administrators(200),
  },
  { route: hours.previewWorkingHours, given: nothing, answers: administrators(200) },
  { route: getOwnNotifications, given: nothing, answers: everybody(200) },
  {
    route: setOwnNotifications,
    given: () => ({ body: { outsideHours: false } }),
    answers: everybody(200),
  },
];

/** Being reached: pushes, working hours and one's own choice. */
export const notificationRows: Row[] = [...pushRows, ...hoursRows];
