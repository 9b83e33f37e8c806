import { ChevronDown, Keyboard, Menu, Moon, Search, Sun, SunMoon, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNotificationItems } from '../../features/notifications/permission-offer.tsx';
import { SearchButton } from '../../features/search/search-panel.tsx';
import { goTo } from '../../shared/navigation.ts';
import { routePaths } from '../../shared/routes.ts';
import { useSession } from '../../shared/session.ts';
import { changeTheme, useTheme } from '../../shared/theme.ts';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { OverlaysFailure, useOverlays } from '../../shared/ui/late-overlays.ts';
import { Avatar } from '../../shared/ui/person.tsx';
import { usePopupButton } from '../../shared/ui/popup-button.ts';
import { layoutTexts } from './layout.texts.ts';
import { showOverlay } from './layout-overlays.tsx';
import styles from './top-bar.module.css';

interface TopBarProps {
  email: string;
  isMenuOpen: boolean;
  onMenu: () => void;
  /** Tells that there is none, in the bar so that nothing below moves. */
  connection: ReactNode;
}

const themeIcons = { dark: Moon, light: Sun, auto: SunMoon };

export function TopBar({ email, isMenuOpen, onMenu, connection }: TopBarProps) {
  const theme = useTheme((state) => state.theme);
  return (
    <header className={styles.bar}>
      <IconButton
        label={layoutTexts.openMenu}
        icon={Menu}
        aria-expanded={isMenuOpen}
        onClick={onMenu}
      />
      <span className={styles.brand}>{layoutTexts.brand}</span>
      <div className={styles.connection}>{connection}</div>
      <button
        type="button"
        className={styles.goTo}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => showOverlay('switcher')}
      >
        <Search aria-hidden="true" />
        <span className={styles.goToLabel}>{layoutTexts.goTo}</span>
        <span className={styles.keys} aria-hidden="true">
          {layoutTexts.goToKeys}
        </span>
      </button>
      <SearchButton />
      <AccountMenu email={email} />
      <IconButton
        label={layoutTexts.changeTheme}
        aria-description={layoutTexts.theme[theme]}
        icon={themeIcons[theme]}
        onClick={changeTheme}
      />
    </header>
  );
}

/** The signed-in user, and the way to their own account. */
function AccountMenu({ email }: { email: string }) {
  const isAdmin = useSession((session) => session.user?.isAdmin);
  const menu = usePopupButton('menu');
  const overlays = useOverlays(menu.isOpen);
  const notificationItems = useNotificationItems();
  const items = [
    ...(isAdmin ? [] : notificationItems),
    { label: layoutTexts.account, icon: UserRound, onSelect: () => goTo(routePaths.account) },
    { label: layoutTexts.shortcuts, icon: Keyboard, onSelect: () => showOverlay('shortcuts') },
  ];
  return (
    <>
      <button type="button" {...menu.button} className={styles.account} title={email}>
        <span className={styles.avatar}>
          <Avatar email={email} size="s" />
        </span>
        <span className={styles.email}>{email}</span>
        <ChevronDown className={styles.mark} aria-hidden="true" />
      </button>
      {overlays && <overlays.MenuPopup {...menu.popup} label={email} items={items} />}
      <OverlaysFailure isNeeded={menu.isOpen} onClose={menu.close} />
    </>
  );
}
