import type { CurrentUser } from '@chat/contract/auth';
import { MessageCircle } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { noFilters, openSearch } from '../../features/search/search-view.ts';
import { routePaths } from '../../shared/routes.ts';
import { lateComponent } from '../../shared/ui/late-part.tsx';
import { createOpened } from '../../shared/ui/opened.ts';
import { LateSwitcher, useSwitcherSoon } from './late-switcher.tsx';
import { layoutTexts } from './layout.texts.ts';
import { adminMenus } from './side-menu.tsx';

const { Late: ShortcutsSheet } = lateComponent(
  async () => (await import('./shortcuts-sheet.tsx')).ShortcutsSheet,
);

/** The quick switcher and the sheet of shortcuts, over whatever page is open. */
export function LayoutOverlays({ user }: { user: CurrentUser }) {
  const shown = overlay.useOpened();
  useOverlayKeys();
  useSwitcherSoon();
  const pages = useMemo(() => pagesOf(user), [user]);
  return (
    <>
      {shown === 'switcher' && (
        <LateSwitcher pages={pages} onSearch={searchFor} onClose={overlay.close} />
      )}
      {shown === 'shortcuts' && <ShortcutsSheet onClose={overlay.close} />}
    </>
  );
}

const searchFor = (text: string) => openSearch({ text, filters: noFilters });

function pagesOf({ role }: CurrentUser) {
  const { administration, more } = adminMenus[role];
  const own = { to: routePaths['chats.me'], label: layoutTexts.ownChat, icon: MessageCircle };
  return [...administration, ...more, own];
}

type Overlay = 'switcher' | 'shortcuts';

/** The overlay over the whole application, opened by a key or by a control of the top bar. */
const overlay = createOpened<Overlay>();
export const showOverlay = overlay.open;

/** Ctrl+K (⌘K), Ctrl+Mayús+F (⇧⌘F) and, where nothing is being written, '?'. */
function useOverlayKeys(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const asked = askedBy(event);
      if (!asked || event.defaultPrevented) return;
      event.preventDefault();
      const shown = overlay.read();
      if (shown === asked) overlay.close();
      else if (shown || isDialogOpen()) return;
      else if (asked === 'search') openSearch();
      else showOverlay(asked);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function askedBy(event: KeyboardEvent): Overlay | 'search' | null {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
  const key = event.key.toLowerCase();
  if (isCommand && !event.shiftKey && key === 'k') return 'switcher';
  if (isCommand && event.shiftKey && key === 'f') return 'search';
  return event.key === '?' && !isWriting(event.target) ? 'shortcuts' : null;
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'));

// A form half filled in is not left by a key.
const isDialogOpen = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null;
