import { Menu } from '@base-ui/react/menu';
import { ChevronDown, Keyboard, KeyRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { NotificationMenuItems } from '../../features/notifications/components/notification-menu-items.tsx';
import { useSession } from '../../shared/session.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { cx } from '../../shared/ui/cx.ts';
import popup from '../../shared/ui/popup.module.css';
import styles from './account-menu.module.css';
import { layoutTexts } from './layout.texts.ts';
import { showOverlay } from './overlays.ts';

const ChangeOwnPasswordDialog = lazy(async () => ({
  default: (await import('../../features/users/components/change-own-password-dialog.tsx'))
    .ChangeOwnPasswordDialog,
}));

/** Who is signed in, and what he can do about his own account. */
export function AccountMenu({ email }: { email: string }) {
  const isAdmin = useSession((session) => session.user?.isAdmin);
  const [isDialogOpen, setDialogOpen] = useState(false);
  return (
    <>
      <Menu.Root modal={false}>
        <Menu.Trigger className={styles.account} title={email}>
          <span className={styles.avatar}>
            <Avatar email={email} size="s" />
          </span>
          <span className={styles.email}>{email}</span>
          <ChevronDown className={styles.mark} aria-hidden="true" />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner className={popup.positioner} align="end" sideOffset={4}>
            <Menu.Popup className={cx(popup.popup, popup.list)} aria-label={email}>
              {!isAdmin && <NotificationMenuItems />}
              <Menu.Item className={popup.item} onClick={() => setDialogOpen(true)}>
                <KeyRound aria-hidden="true" />
                {layoutTexts.changePassword}
              </Menu.Item>
              <Menu.Item className={popup.item} onClick={() => showOverlay('shortcuts')}>
                <Keyboard aria-hidden="true" />
                {layoutTexts.shortcuts}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <Suspense>
        {isDialogOpen && <ChangeOwnPasswordDialog onClose={() => setDialogOpen(false)} />}
      </Suspense>
    </>
  );
}
