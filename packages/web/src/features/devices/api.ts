import { approveDevice, listDevices, rejectDevice } from '@chat/contract/devices';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../shared/toast/mutations.ts';
import { devicesTexts } from './devices.texts.ts';

export const devicesQuery = (search: string) =>
  queryOptions({
    queryKey: ['devices', search],
    queryFn: async ({ signal }) =>
      (await callApi(listDevices, { query: { search }, signal })).content,
  });

export const useDevices = (search: string) =>
  useQuery({ ...devicesQuery(search), placeholderData: keepPreviousData });

export const useApproveDevice = () =>
  useAnnouncedMutation({
    mutationFn: (deviceId: string) => callApi(approveDevice, { params: { deviceId } }),
    done: devicesTexts.approved,
    failed: devicesTexts.failed,
  });

export const useRejectDevice = () =>
  useAnnouncedMutation({
    mutationFn: (deviceId: string) => callApi(rejectDevice, { params: { deviceId } }),
    done: devicesTexts.rejected,
    failed: devicesTexts.failed,
  });
