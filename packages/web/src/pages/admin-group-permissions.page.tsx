import { Page, PageHeader } from '../shared/ui/page-header.tsx';

export function AdminGroupPermissionsPage() {
  return (
    <Page>
      <PageHeader title="Acceso a grupos" />
    </Page>
  );
}
