import { Page, PageHeader } from '../shared/ui/page-header.tsx';

export function AdminUsersPage() {
  return (
    <Page>
      <PageHeader title="Usuarios" />
    </Page>
  );
}
