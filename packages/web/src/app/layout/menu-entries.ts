import type { Role } from '@chat/contract/auth';
import {
  Building2,
  FolderKanban,
  KeyRound,
  type LucideIcon,
  MessagesSquare,
  ShieldCheck,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { type RouteName, routePaths } from '../../shared/routes.ts';
import { layoutTexts as texts } from './layout.texts.ts';

type EntryName = Exclude<RouteName, 'auth.login' | 'user.groups.chat'>;

export interface MenuEntry {
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

/** What the side menu offers beyond 'Mi chat' and 'Mis grupos' (rules/navigation 15). */
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
