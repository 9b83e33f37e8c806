import { Menu, Moon, Search, Sun, SunMoon } from 'lucide-react';
import type { ReactNode } from 'react';
import { SearchButton } from '../../features/search/search-button.tsx';
import { changeTheme, useTheme } from '../../shared/theme.ts';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { AccountMenu } from './account-menu.tsx';
import { layoutTexts } from './layout.texts.ts';
import { showOverlay } from './overlays.ts';
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
