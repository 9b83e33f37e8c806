import { accountTexts as texts } from '../features/account/account.texts.ts';
import { AppearanceSection, PasswordSection, Section } from '../features/account/sections.tsx';
import { SessionsSection } from '../features/account/sessions-section.tsx';
import { TwoStepsSection } from '../features/account/two-steps-section.tsx';
import { exportTexts } from '../features/data-exports/data-exports.texts.ts';
import { ExportPanel } from '../features/data-exports/export-panel.tsx';
import { NotificationSettings } from '../features/notifications/notification-settings.tsx';
import { privacyNoticeTexts } from '../features/privacy-notice/privacy-notice.texts.ts';
import { OwnNotice } from '../features/privacy-notice/read-notice.tsx';
import { useLogOut } from '../features/session/log-out.ts';
import { Page, PageHeader } from '../shared/ui/page-header.tsx';

/** 'Mi cuenta': all that a person decides about their own account. */
export function AccountPage() {
  const logOut = useLogOut();
  return (
    <Page>
      <PageHeader title={texts.title} />
      <SessionsSection onLogOut={() => logOut.mutate()} />
      <PasswordSection />
      <TwoStepsSection />
      <Section title={texts.notifications.title} hint={texts.notifications.hint}>
        <NotificationSettings />
      </Section>
      <AppearanceSection />
      <Section title={privacyNoticeTexts.title} hint={privacyNoticeTexts.account.hint}>
        <OwnNotice />
      </Section>
      <Section title={exportTexts.own.title} hint={exportTexts.own.hint}>
        <ExportPanel subject={{ kind: 'own' }} about={exportTexts.own.about} />
      </Section>
    </Page>
  );
}
