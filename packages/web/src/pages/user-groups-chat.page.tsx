import { Page, PageHeader } from '../shared/ui/page-header.tsx';

export function UserGroupsChatPage() {
  return (
    <Page>
      <PageHeader title="Chat" />
    </Page>
  );
}
