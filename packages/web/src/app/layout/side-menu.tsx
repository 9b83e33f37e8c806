import type { CurrentUser } from '@chat/contract/auth';
import { LogOut, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLogOut } from '../../features/session/current-user.ts';
import { routePaths } from '../../shared/routes.ts';
import { PageLink } from '../../shared/ui/page-link.tsx';
import { layoutTexts } from './layout.texts.ts';
import { adminMenus, type MenuEntry } from './menu-entries.ts';
import styles from './side-menu.module.css';

interface SideMenuProps {
  user: CurrentUser;
  /** 'Mis grupos', for those who chat in groups. */
  ownGroups: ReactNode;
  /** Icons alone; names stay for screen readers and as tooltips. */
  isRail?: boolean;
  /** After a way was chosen. */
  onLeave?: () => void;
}

export function SideMenu({ user, ownGroups, isRail = false, onLeave }: SideMenuProps) {
  const logOut = useLogOut();
  const { administration, more } = adminMenus[user.role];
  return (
    <nav className={styles.menu} aria-label={layoutTexts.menu} data-rail={isRail || undefined}>
      {/* biome-ignore lint/a11y: the links inside are the controls; this only notices that one was followed. */}
      <div className={styles.ways} onClick={(event) => isLink(event.target) && onLeave?.()}>
        <EntryLink to={routePaths['chats.me']} label={layoutTexts.ownChat} icon={MessageCircle} />
        {administration.length > 0 && (
          <section className={styles.section}>
            <h2 className={styles.heading}>{layoutTexts.administration}</h2>
            <EntryList entries={administration} />
          </section>
        )}
        {more.length > 0 && <EntryList entries={more} />}
        {ownGroups}
      </div>
      <div className={styles.bottom}>
        <button
          type="button"
          className={styles.entry}
          title={layoutTexts.logOut}
          disabled={logOut.isPending}
          onClick={() => logOut.mutate()}
        >
          <LogOut aria-hidden="true" />
          <span className={styles.label}>{layoutTexts.logOut}</span>
        </button>
        <p className={styles.version}>{layoutTexts.version}</p>
      </div>
    </nav>
  );
}

const isLink = (target: EventTarget) => target instanceof Element && target.closest('a') !== null;

function EntryList({ entries }: { entries: MenuEntry[] }) {
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <li key={entry.to}>
          <EntryLink {...entry} />
        </li>
      ))}
    </ul>
  );
}

function EntryLink({ to, label, icon: Icon }: MenuEntry) {
  return (
    <PageLink to={to} className={styles.entry} title={label}>
      <Icon aria-hidden="true" />
      <span className={styles.label}>{label}</span>
    </PageLink>
  );
}
