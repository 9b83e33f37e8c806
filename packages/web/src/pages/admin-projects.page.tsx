import { Page, PageHeader } from '../shared/ui/page-header.tsx';

export function AdminProjectsPage() {
  return (
    <Page>
      <PageHeader title="Proyectos" />
    </Page>
  );
}
