import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { OwnGroupsMenu } from '../../features/chat/list/own-groups-menu.tsx';
import { useClickedChat, useNotificationPermission } from '../../features/notifications/notices.ts';
import { PermissionOffer } from '../../features/notifications/permission-offer.tsx';
import { usePushSubscription } from '../../features/notifications/push-subscription.ts';
import { useUnreadTitle } from '../../features/notifications/unread-title.ts';
import { SearchPanel, usePanelPlace } from '../../features/search/search-panel.tsx';
import { PasswordResetNotice } from '../../features/session/password-reset-notice.tsx';
import { ConnectionBanner } from '../../features/system/connection-banner.tsx';
import { StorageNotice } from '../../features/system/storage-notice.tsx';
import { useMediaQuery, WIDE } from '../../shared/hooks/browser.ts';
import { queryClient } from '../../shared/query-client.ts';
import { useSession } from '../../shared/session.ts';
import { useOverlays, useOverlaysSoon } from '../../shared/ui/late-overlays.ts';
import { NewVersionNotice, precacheSoon } from '../new-version.tsx';
import { startRealtime } from '../realtime.ts';
import { layoutTexts } from './layout.texts.ts';
import { LayoutOverlays } from './layout-overlays.tsx';
import styles from './main-layout.module.css';
import { MenuDrawer, SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';

/** Top bar, menu and page. The menu is a sidebar that shrinks to a rail where there is room, a drawer elsewhere. */
function Layout({ children }: { children: ReactNode }) {
  const user = useSession((session) => session.user);
  const isWide = useMediaQuery(WIDE);
  const [isRail, setRail] = useState(false);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const isChatting = user?.isAdmin === false;
  useNotificationPermission(isChatting);
  useUnreadTitle(layoutTexts.brand, isChatting);
  useClickedChat();
  usePushSubscription();
  useEffect(() => (user ? startRealtime() : undefined), [user]);

  useEffect(precacheSoon, []);
  useOverlaysSoon();
  const overlays = useOverlays(false);
  const search = usePanelPlace();

  if (!user) return null;
  const closeDrawer = () => setDrawerOpen(false);
  const ownGroups = user.isAdmin ? null : <OwnGroupsMenu isRail={isWide && isRail} />;
  return (
    <>
      <div className={styles.layout}>
        <TopBar
          email={user.email}
          isMenuOpen={isWide ? !isRail : isDrawerOpen}
          onMenu={() => (isWide ? setRail(!isRail) : setDrawerOpen(true))}
          connection={<ConnectionBanner />}
        />
        <div className={styles.offer}>
          {isChatting && <PermissionOffer />}
          <StorageNotice />
          <PasswordResetNotice />
          <NewVersionNotice />
        </div>
        {isWide ? (
          <aside className={styles.sidebar} data-rail={isRail || undefined}>
            <SideMenu user={user} ownGroups={ownGroups} isRail={isRail} />
          </aside>
        ) : (
          <MenuDrawer isOpen={isDrawerOpen} onClose={closeDrawer}>
            <SideMenu user={user} ownGroups={ownGroups} onLeave={closeDrawer} />
          </MenuDrawer>
        )}
        <main className={styles.main} inert={search.isShown && !search.isBeside}>
          {children}
        </main>
        <SearchPanel />
      </div>
      <LayoutOverlays user={user} />
      {overlays && <overlays.TooltipLayer />}
    </>
  );
}

/** With what the pages of signed-in users stand on; the sign-in page does without. */
export function MainLayout({ children }: { children: ReactNode }) {
  return (
    // The page's policy takes styles from its own files alone.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Layout>{children}</Layout>
      </QueryClientProvider>
    </CSPProvider>
  );
}
