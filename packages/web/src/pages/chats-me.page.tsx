import { Page, PageHeader } from '../shared/ui/page-header.tsx';

export function ChatsMePage() {
  return (
    <Page>
      <PageHeader title="Mi chat" />
    </Page>
  );
}
