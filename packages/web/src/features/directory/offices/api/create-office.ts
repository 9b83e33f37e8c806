import type { OfficeInput } from '@chat/contract/forms';
import { createOffice } from '@chat/contract/offices';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';
import { officesTexts } from '../offices.texts.ts';

export const useCreateOffice = () =>
  useAnnouncedMutation({
    mutationFn: (body: OfficeInput) => callApi(createOffice, { body }),
    done: officesTexts.created,
    failed: officesTexts.createFailed,
  });
