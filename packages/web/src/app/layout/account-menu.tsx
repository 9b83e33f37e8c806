import { ChevronDown, Keyboard, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useNotificationItems } from '../../features/notifications/permission-offer.tsx';
import { useSession } from '../../shared/session.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { lateComponent } from '../../shared/ui/late-component.tsx';
import { OverlaysFailure, useOverlays } from '../../shared/ui/late-overlays.ts';
import { usePopupButton } from '../../shared/ui/popup-button.ts';
import styles from './account-menu.module.css';
import { layoutTexts } from './layout.texts.ts';
import { showOverlay } from './overlays.ts';

const { Late: ChangeOwnPasswordDialog } = lateComponent(
  async () =>
    (await import('../../features/directory/users/change-own-password-dialog.tsx'))
      .ChangeOwnPasswordDialog,
);

/** Who is signed in, and what they can do about their own account. */
export function AccountMenu({ email }: { email: string }) {
  const isAdmin = useSession((session) => session.user?.isAdmin);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const menu = usePopupButton('menu');
  const overlays = useOverlays(menu.isOpen);
  const notificationItems = useNotificationItems();
  const items = [
    ...(isAdmin ? [] : notificationItems),
    { label: layoutTexts.changePassword, icon: KeyRound, onSelect: () => setDialogOpen(true) },
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
      {isDialogOpen && <ChangeOwnPasswordDialog onClose={() => setDialogOpen(false)} />}
    </>
  );
}
