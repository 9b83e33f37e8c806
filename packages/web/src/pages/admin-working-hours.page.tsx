import { ArrowLeft, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useOffices } from '../features/directory/lists/lists.ts';
import { useWorkingHours } from '../features/directory/working-hours/api.ts';
import { HoursDialog } from '../features/directory/working-hours/hours-dialog.tsx';
import { HoursView } from '../features/directory/working-hours/hours-view.tsx';
import { workingHoursTexts as texts } from '../features/directory/working-hours/working-hours.texts.ts';
import { goTo } from '../shared/navigation.ts';
import { routePaths } from '../shared/routes.ts';
import { Button } from '../shared/ui/button.tsx';
import { Page, PageHeader } from '../shared/ui/page-header.tsx';
import { Select, toOptions } from '../shared/ui/select.tsx';
import styles from './admin-working-hours.module.css';

/** The value of a choice that is no office. */
const COMPANY = 'company';

/** When people are told of messages: the hours of the company and of each office. */
export function AdminWorkingHoursPage() {
  const [officeId, setOfficeId] = useState<string | null>(null);
  const [editing, setEditing] = useState<'first' | 'change' | null>(null);
  const offices = useOffices();
  const hours = useWorkingHours(officeId);
  const office = offices.data?.find(({ uuid }) => uuid === officeId) ?? null;
  return (
    <Page>
      <PageHeader
        title={texts.title}
        actions={
          <>
            <Button
              variant="secondary"
              icon={<ArrowLeft aria-hidden="true" />}
              onClick={() => goTo(routePaths['admin.offices'])}
            >
              {texts.offices}
            </Button>
            <Button
              icon={<Pencil aria-hidden="true" />}
              disabled={hours.data === undefined}
              onClick={() => setEditing('change')}
            >
              {texts.edit}
            </Button>
          </>
        }
      >
        <div className={styles.place}>
          <Select
            label={texts.place}
            options={[
              { value: COMPANY, label: texts.company },
              ...toOptions(offices.data, texts.office),
            ]}
            value={officeId ?? COMPANY}
            onChange={(value) => setOfficeId(value === COMPANY ? null : value)}
          />
        </div>
        <p className={styles.hint}>{texts.hint}</p>
      </PageHeader>
      <HoursView officeId={officeId} onSetFirst={() => setEditing('first')} />
      {editing && hours.data !== undefined && (
        <HoursDialog
          office={office}
          hours={hours.data}
          isFirst={editing === 'first'}
          onClose={() => setEditing(null)}
        />
      )}
    </Page>
  );
}
