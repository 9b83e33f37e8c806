import type { CurrentUser, Role } from '@chat/contract/auth';
import {
  Building2,
  FolderKanban,
  KeyRound,
  LogOut,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  ShieldCheck,
  UserRound,
  UsersRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useLogOut } from '../../features/session/log-out.ts';
import { type RouteName, routePaths } from '../../shared/routes.ts';
import { OverlaysFailure, useOverlays } from '../../shared/ui/late-overlays.ts';
import { PageLink } from '../../shared/ui/page-link.tsx';
import { layoutTexts as texts } from './layout.texts.ts';
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
    <nav className={styles.menu} aria-label={texts.menu} data-rail={isRail || undefined}>
      {/* biome-ignore lint/a11y: the links inside are the controls; this only notices that one was followed. */}
      <div className={styles.ways} onClick={(event) => isLink(event.target) && onLeave?.()}>
        <EntryLink to={routePaths['chats.me']} label={texts.ownChat} icon={MessageCircle} />
        {administration.length > 0 && (
          <section className={styles.section}>
            <h2 className={styles.heading}>{texts.administration}</h2>
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
          title={texts.logOut}
          disabled={logOut.isPending}
          onClick={() => logOut.mutate()}
        >
          <LogOut aria-hidden="true" />
          <span className={styles.label}>{texts.logOut}</span>
        </button>
        <p className={styles.version}>{texts.version}</p>
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

interface MenuDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The menu over the page, where there is no room beside it. */
export function MenuDrawer({ isOpen, onClose, children }: MenuDrawerProps) {
  const overlays = useOverlays(isOpen);
  if (!overlays) return <OverlaysFailure isNeeded={isOpen} onClose={onClose} />;
  return (
    <overlays.Drawer isOpen={isOpen} onClose={onClose} label={texts.menu}>
      <p className={styles.brand}>{texts.brand}</p>
      {children}
    </overlays.Drawer>
  );
}

type EntryName = Exclude<RouteName, 'auth.login' | 'auth.oidc' | 'invitation' | 'user.groups.chat'>;

interface MenuEntry {
  to: (typeof routePaths)[EntryName];
  label: string;
  icon: LucideIcon;
}

interface AdminMenu {
  administration: MenuEntry[];
  more: MenuEntry[];
}

const entry = (name: EntryName, label: string, icon: LucideIcon): MenuEntry => ({
  to: routePaths[name],
  label,
  icon,
});

const groups = entry('admin.groups', texts.groups, UsersRound);

/** The side menu's entries beyond 'Mi chat' and 'Mis grupos' (rules/navigation 15). */
export const adminMenus: Record<Role, AdminMenu> = {
  ADMIN: {
    administration: [
      entry('admin.projects', texts.projects, FolderKanban),
      entry('admin.offices', texts.offices, Building2),
      groups,
      entry('admin.users', texts.users, UserRound),
      entry('admin.chats', texts.chats, MessagesSquare),
    ],
    more: [
      entry('admin.access', texts.access, ShieldCheck),
      entry('admin.group_permissions', texts.groupPermissions, KeyRound),
    ],
  },
  GROUP_MANAGER: { administration: [groups], more: [] },
  USER: { administration: [], more: [] },
};
