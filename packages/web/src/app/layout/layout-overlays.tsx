import type { CurrentUser } from '@chat/contract/auth/auth.schema';
import { MessageCircle } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { useFetchedWhenIdle } from '../../shared/hooks/use-fetched-when-idle.ts';
import { routePaths } from '../../shared/routes.ts';
import { layoutTexts } from './layout.texts.ts';
import { adminMenus } from './menu-entries.ts';
import { hideOverlay, useOverlay, useOverlayKeys } from './overlays.ts';

const loadSwitcher = () => import('../../features/quick-switcher/components/quick-switcher.tsx');
const QuickSwitcher = lazy(async () => ({ default: (await loadSwitcher()).QuickSwitcher }));
const ShortcutsSheet = lazy(async () => ({
  default: (await import('./shortcuts-sheet.tsx')).ShortcutsSheet,
}));

/** The quick switcher and the sheet of shortcuts, over whatever page is open. */
export function LayoutOverlays({ user }: { user: CurrentUser }) {
  const shown = useOverlay((state) => state.shown);
  useOverlayKeys();
  // Who presses Ctrl+K types on at once: those letters must not be lost to a file that is on its way.
  useFetchedWhenIdle(loadSwitcher);
  const pages = useMemo(() => pagesOf(user), [user]);
  return (
    <Suspense>
      {shown === 'switcher' && <QuickSwitcher pages={pages} onClose={hideOverlay} />}
      {shown === 'shortcuts' && <ShortcutsSheet onClose={hideOverlay} />}
    </Suspense>
  );
}

function pagesOf({ role }: CurrentUser) {
  const { administration, more } = adminMenus[role];
  const own = { to: routePaths['chats.me'], label: layoutTexts.ownChat, icon: MessageCircle };
  return [...administration, ...more, own];
}
