import { Menu } from '@base-ui/react/menu';
import { BellRing, Volume2, VolumeX } from 'lucide-react';
import popup from '../../../shared/ui/popup.module.css';
import { notificationsTexts as texts } from '../notifications.texts.ts';
import { askPermission, usePermission } from '../permission.ts';
import { toggleSound, useSound } from '../sound.ts';

/** What the account menu offers of notifications and their sound. */
export function NotificationMenuItems() {
  const isMuted = useSound((sound) => sound.isMuted);
  const isOpen = usePermission(({ state }) => state !== 'decided');
  const SoundIcon = isMuted ? Volume2 : VolumeX;
  return (
    <>
      {isOpen && (
        <Menu.Item className={popup.item} onClick={() => void askPermission()}>
          <BellRing aria-hidden="true" />
          {texts.allow}
        </Menu.Item>
      )}
      <Menu.Item className={popup.item} onClick={toggleSound}>
        <SoundIcon aria-hidden="true" />
        {isMuted ? texts.unmute : texts.mute}
      </Menu.Item>
    </>
  );
}
