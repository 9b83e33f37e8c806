import { Page, PageHeader } from '../shared/ui/page-header.tsx';

export function AdminChatsPage() {
  return (
    <Page>
      <PageHeader title="Chats" />
    </Page>
  );
}
