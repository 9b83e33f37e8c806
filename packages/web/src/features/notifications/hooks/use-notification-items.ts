import { BellRing, Volume2, VolumeX } from 'lucide-react';
import type { MenuItem } from '../../../shared/ui/menu-popup.tsx';
import { notificationsTexts as texts } from '../notifications.texts.ts';
import { switchOn, usePermission } from '../permission.ts';
import { toggleSound, useSound } from '../sound.ts';

/** What the account menu offers of notifications and their sound. */
export function useNotificationItems(): MenuItem[] {
  const isMuted = useSound((sound) => sound.isMuted);
  const isOpen = usePermission(({ state }) => state !== 'granted' && state !== 'missing');
  const allow = { label: texts.allow, icon: BellRing, onSelect: () => void switchOn() };
  const sound = {
    label: isMuted ? texts.unmute : texts.mute,
    icon: isMuted ? Volume2 : VolumeX,
    onSelect: toggleSound,
  };
  return isOpen ? [allow, sound] : [sound];
}
