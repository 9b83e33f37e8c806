import type { Hours } from '@chat/contract/forms';
import {
  getOfficeWorkingHours,
  getWorkingHours,
  previewWorkingHours,
  setOfficeWorkingHours,
  setWorkingHours,
} from '@chat/contract/offices';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../shared/call-api.ts';
import { serverNow } from '../../../shared/server-clock.ts';
import { useAnnouncedMutation } from '../../../shared/toast/mutations.ts';
import { wallClock } from './hours.ts';
import { workingHoursTexts as texts } from './working-hours.texts.ts';

const WORKING_HOURS = 'working-hours';

/** The query of an office's hours, or the company's where `officeId` is null. */
const hoursQuery = (officeId: string | null) =>
  queryOptions({
    queryKey: [WORKING_HOURS, officeId],
    queryFn: async ({ signal }) => {
      if (officeId === null) return (await callApi(getWorkingHours, { signal })).content;
      return (await callApi(getOfficeWorkingHours, { params: { officeId }, signal })).content;
    },
  });

export const useWorkingHours = (officeId: string | null) => useQuery(hoursQuery(officeId));

/** One more than is shown: the first day of the preview began before now. */
const ASKED_DAYS = '15';

/** The hours' spans as the server counts them, from the beginning of today in their time zone. */
export function useHoursPreview(officeId: string | null, timeZone: string) {
  const now = wallClock(new Date(serverNow()), timeZone);
  const preview = useQuery({
    queryKey: [WORKING_HOURS, officeId, 'preview', now.date, timeZone],
    queryFn: async ({ signal }) => {
      const { minutes } = wallClock(new Date(serverNow()), timeZone);
      const from = new Date(serverNow() - minutes * 60_000).toISOString();
      const query = { from, days: ASKED_DAYS, ...(officeId !== null && { officeId }) };
      return (await callApi(previewWorkingHours, { query, signal })).content;
    },
  });
  return { today: now.date, preview };
}

interface Setting {
  officeId: string | null;
  hours: Hours | null;
}

export const useSetWorkingHours = () =>
  useAnnouncedMutation({
    mutationFn: ({ officeId, hours }: Setting): Promise<unknown> =>
      officeId === null
        ? callApi(setWorkingHours, { body: hours })
        : callApi(setOfficeWorkingHours, { params: { officeId }, body: hours }),
    done: texts.saved,
    failed: texts.saveFailed,
  });
