import { Page, PageHeader } from '../shared/ui/page-header.tsx';

export function AdminAccessPage() {
  return (
    <Page>
      <PageHeader title="Autorizar acceso" />
    </Page>
  );
}
