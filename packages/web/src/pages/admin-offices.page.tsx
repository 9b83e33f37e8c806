import { Page, PageHeader } from '../shared/ui/page-header.tsx';

export function AdminOfficesPage() {
  return (
    <Page>
      <PageHeader title="Oficinas" />
    </Page>
  );
}
