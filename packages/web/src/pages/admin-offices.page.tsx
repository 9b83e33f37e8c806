import type { Office } from '@chat/contract/offices';
import { CalendarClock, Plus } from 'lucide-react';
import { useState } from 'react';
import { officesTexts } from '../features/directory/offices/offices.texts.ts';
import {
  DeleteOfficeDialog,
  OfficeFormDialog,
  OfficesTable,
} from '../features/directory/offices/offices.tsx';
import { FirstSteps } from '../features/first-steps/first-steps.tsx';
import { goTo } from '../shared/navigation.ts';
import { routePaths } from '../shared/routes.ts';
import { Button } from '../shared/ui/button.tsx';
import { Page, PageHeader } from '../shared/ui/page-header.tsx';

type OpenDialog = { kind: 'form'; office?: Office } | { kind: 'delete'; office: Office };

export function AdminOfficesPage() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const handleClose = () => setDialog(null);
  return (
    <Page>
      <PageHeader
        title={officesTexts.title}
        actions={
          <>
            <Button
              variant="secondary"
              icon={<CalendarClock aria-hidden="true" />}
              onClick={() => goTo(routePaths['admin.working_hours'])}
            >
              {officesTexts.workingHours}
            </Button>
            <Button icon={<Plus aria-hidden="true" />} onClick={() => setDialog({ kind: 'form' })}>
              {officesTexts.registerOffice}
            </Button>
          </>
        }
      />
      <FirstSteps />
      <OfficesTable
        onCreate={() => setDialog({ kind: 'form' })}
        onEdit={(office) => setDialog({ kind: 'form', office })}
        onDelete={(office) => setDialog({ kind: 'delete', office })}
      />
      {dialog?.kind === 'form' && <OfficeFormDialog office={dialog.office} onClose={handleClose} />}
      {dialog?.kind === 'delete' && (
        <DeleteOfficeDialog office={dialog.office} onClose={handleClose} />
      )}
    </Page>
  );
}
