import type { OfficeInput } from '@chat/contract/forms';
import { updateOffice } from '@chat/contract/offices';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';
import { officesTexts } from '../offices.texts.ts';

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
