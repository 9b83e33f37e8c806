import { applyNotifications } from '@chat/contract/chat-changes';
import type { ChatListEntry } from '@chat/contract/chats';
import { type ChatNotifications, setChatNotifications } from '@chat/contract/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { AtSign, Bell, BellOff } from 'lucide-react';
import { errorMessage } from '../../shared/api-error.ts';
import { callApi } from '../../shared/call-api.ts';
import { serverNow } from '../../shared/server-clock.ts';
import { useSingleMutation } from '../../shared/toast/mutations.ts';
import { notify } from '../../shared/toast/notify.ts';
import type { MenuItem, Submenu } from '../../shared/ui/menu-popup.tsx';
import { changeChatLists } from '../chat/list/chat-lists.ts';
import { useMode } from '../chat/list/mutes.ts';
import { notificationsTexts as texts } from './notifications.texts.ts';

const HOUR_MS = 60 * 60 * 1000;

/** By their names, the lengths of a mute; null: for ever. */
const lengths: [keyof typeof texts.lengths, number | null][] = [
  ['hour', HOUR_MS],
  ['eightHours', 8 * HOUR_MS],
  ['week', 7 * 24 * HOUR_MS],
  ['always', null],
];

interface MuteItems {
  items: (MenuItem | Submenu)[];
  isSaving: boolean;
}

/** The items of the chat's menu about notifications: those that would change something (rules/notifications 7). */
export function useMuteItems(entry: ChatListEntry): MuteItems {
  const mode = useMode(entry);
  const { mutate, isPending } = useSetNotifications(entry.chatUuid ?? '');
  const mute = {
    label: texts.muteChat,
    icon: BellOff,
    items: lengths.map(([name, length]) => ({
      label: texts.lengths[name],
      onSelect: () => mutate({ mode: 'none', until: length === null ? null : inMs(length) }),
    })),
  };
  const mentions = {
    label: texts.onlyMentions,
    icon: AtSign,
    onSelect: () => mutate({ mode: 'mentions', until: null }),
  };
  const all = {
    label: texts.unmuteChat,
    icon: Bell,
    onSelect: () => mutate({ mode: 'all', until: null }),
  };
  const items = [
    mute,
    ...(entry.chatType === 'GROUP' && mode !== 'mentions' ? [mentions] : []),
    ...(mode === 'all' ? [] : [all]),
  ];
  return { items, isSaving: isPending };
}

const inMs = (length: number) => new Date(serverNow() + length).toISOString();

function useSetNotifications(chatId: string) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    // Another chat's header does not wait.
    mutationKey: ['chat-notifications', chatId],
    mutationFn: async (body: ChatNotifications) =>
      (await callApi(setChatNotifications, { params: { chatId }, body })).content,
    onSuccess: (set) => {
      changeChatLists(queryClient, (list) => applyNotifications(list, { chatId, ...set }));
      notify(texts.chatSet[set.mode]);
    },
    onError: (error) => notify(errorMessage(error, texts.chatSetFailed), 'error'),
  });
}
