import type { ChatListEntry } from '@chat/contract/chats';
import type { OwnGroup } from '@chat/contract/groups';
import { useQuery } from '@tanstack/react-query';
import { groupLabel } from '../../../shared/format/group-label.ts';
import { personName } from '../../../shared/ui/person-name.tsx';
import { personalChatQuery } from '../../chat/list/api/get-personal-chat.ts';
import { useOwnLists } from '../../chat/list/hooks/use-own-lists.ts';
import { groupsQuery } from '../../directory/lists/list-groups.ts';
import type { Choice, Choices } from '../choice.ts';
import { searchTexts as texts } from '../search.texts.ts';
import type { Realm } from '../search-view.ts';

/** What a search can be kept to; a value says what its id is of. */
export function usePlaces(realm: Realm, isNeeded: boolean): Choices {
  const own = useOwnLists(isNeeded && realm === 'own');
  const personal = useQuery({ ...personalChatQuery, enabled: isNeeded && realm === 'own' });
  const groups = useQuery({ ...groupsQuery, enabled: isNeeded && realm === 'all' });
  if (realm === 'all') {
    const options = (groups.data ?? []).map((group) => wholeGroup(group.uuid, groupLabel(group)));
    return { options, isLoading: groups.isLoading, hasFailed: groups.isError };
  }
  const ofGroups = own.lists.map(({ group, entries }) => placesIn(group, entries));
  const self = personal.data ? [placeOfChat(personal.data.uuid, texts.personalChat)] : [];
  return {
    options: [
      ...ofGroups.flatMap(({ group }) => group),
      ...self,
      ...ofGroups.flatMap(({ direct }) => direct),
    ],
    isLoading: own.isLoading || personal.isLoading,
    hasFailed: own.hasFailed || personal.isError,
  };
}

const placeOfChat = (uuid: string, label: string, hint?: string): Choice => ({
  value: `chat ${uuid}`,
  label,
  ...(hint !== undefined && { hint }),
});

const wholeGroup = (uuid: string, name: string): Choice => ({
  value: `group ${uuid}`,
  label: texts.wholeGroup(name),
  hint: texts.wholeGroupHint,
});

function placesIn(group: OwnGroup, entries: ChatListEntry[]) {
  const name = groupLabel(group);
  const placesOf = (chatType: ChatListEntry['chatType']) =>
    entries.flatMap((entry) => {
      if (entry.chatType !== chatType || entry.chatUuid === null) return [];
      return chatType === 'GROUP'
        ? placeOfChat(entry.chatUuid, name, texts.groupChat)
        : placeOfChat(entry.chatUuid, personName(entry), name);
    });
  return {
    group: [...placesOf('GROUP'), wholeGroup(group.uuid, name)],
    direct: placesOf('DIRECT'),
  };
}
