import { deleteOffice } from '@chat/contract/offices';
import { callApi } from '../../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../../shared/toast/use-announced-mutation.ts';
import { officesTexts } from '../offices.texts.ts';

export const useDeleteOffice = () =>
  useAnnouncedMutation({
    mutationFn: (officeId: string) => callApi(deleteOffice, { params: { officeId } }),
    done: officesTexts.deleted,
    failed: officesTexts.deleteFailed,
  });
