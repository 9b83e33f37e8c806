import { Page, PageHeader } from '../shared/ui/page-header.tsx';

export function AdminGroupsPage() {
  return (
    <Page>
      <PageHeader title="Grupos" />
    </Page>
  );
}
