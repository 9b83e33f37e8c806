import type { CurrentUser } from '@chat/contract/auth';
import { MessageCircle } from 'lucide-react';
import { useMemo } from 'react';
import { noFilters, openSearch } from '../../features/search/search-view.ts';
import { routePaths } from '../../shared/routes.ts';
import { lateComponent } from '../../shared/ui/late-component.tsx';
import { LateSwitcher, useSwitcherSoon } from './late-switcher.tsx';
import { layoutTexts } from './layout.texts.ts';
import { adminMenus } from './menu-entries.ts';
import { hideOverlay, useOverlay, useOverlayKeys } from './overlays.ts';

const { Late: ShortcutsSheet } = lateComponent(
  async () => (await import('./shortcuts-sheet.tsx')).ShortcutsSheet,
);

/** The quick switcher and the sheet of shortcuts, over whatever page is open. */
export function LayoutOverlays({ user }: { user: CurrentUser }) {
  const shown = useOverlay((state) => state.shown);
  useOverlayKeys();
  useSwitcherSoon();
  const pages = useMemo(() => pagesOf(user), [user]);
  return (
    <>
      {shown === 'switcher' && (
        <LateSwitcher pages={pages} onSearch={searchFor} onClose={hideOverlay} />
      )}
      {shown === 'shortcuts' && <ShortcutsSheet onClose={hideOverlay} />}
    </>
  );
}

const searchFor = (text: string) => openSearch({ text, filters: noFilters });

function pagesOf({ role }: CurrentUser) {
  const { administration, more } = adminMenus[role];
  const own = { to: routePaths['chats.me'], label: layoutTexts.ownChat, icon: MessageCircle };
  return [...administration, ...more, own];
}
