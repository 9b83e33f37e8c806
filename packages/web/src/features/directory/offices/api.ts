import type { OfficeInput } from '@chat/contract/forms';
import { createOffice, deleteOffice, updateOffice } from '@chat/contract/offices';
import { callApi } from '../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../shared/toast/mutations.ts';
import { officesTexts } from './offices.texts.ts';

export const useCreateOffice = () =>
  useAnnouncedMutation({
    mutationFn: (body: OfficeInput) => callApi(createOffice, { body }),
    done: officesTexts.created,
    failed: officesTexts.createFailed,
  });

interface OfficeUpdate {
  officeId: string;
  body: OfficeInput;
}

export const useUpdateOffice = () =>
  useAnnouncedMutation({
    mutationFn: ({ officeId, body }: OfficeUpdate) =>
      callApi(updateOffice, { params: { officeId }, body }),
    done: officesTexts.updated,
    failed: officesTexts.updateFailed,
  });

export const useDeleteOffice = () =>
  useAnnouncedMutation({
    mutationFn: (officeId: string) => callApi(deleteOffice, { params: { officeId } }),
    done: officesTexts.deleted,
    failed: officesTexts.deleteFailed,
  });
