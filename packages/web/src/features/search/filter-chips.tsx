import type { ChatListEntry } from '@chat/contract/chats';
import type { OwnGroup } from '@chat/contract/groups';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { groupLabel } from '../../shared/format/words.ts';
import { useSession } from '../../shared/session.ts';
import { type Choice, ChoiceChip, type Choices, DatesChip } from '../../shared/ui/chips.tsx';
import { personName } from '../../shared/ui/person.tsx';
import { personalChatQuery, useOwnLists } from '../chat/list/chat-lists.ts';
import { groupsQuery, usersQuery } from '../directory/lists/lists.ts';
import styles from './filter-chips.module.css';
import { searchTexts as texts } from './search.texts.ts';
import { allKinds, type Realm, setFilters, useSearchView } from './search-view.ts';

const kindChoices: Choices = {
  options: allKinds.map((kind) => ({ value: kind, label: texts.kinds[kind] })),
  isLoading: false,
  hasFailed: false,
};

/** The filters of a search besides its words. */
export function FilterChips() {
  return (
    <fieldset className={styles.chips}>
      <legend className="visually-hidden">{texts.filters}</legend>
      <PersonChip />
      <PlaceChip />
      <KindChip />
      <WrittenChip />
    </fieldset>
  );
}

function PersonChip() {
  const { realm, filters } = useSearchView();
  const [isOpen, setOpen] = useState(false);
  const choices = usePeople(realm, isOpen);
  const { from } = filters;
  return (
    <ChoiceChip
      {...{ choices, isOpen }}
      label={texts.from}
      placeholder={texts.findPerson}
      chosen={from && texts.chosen.from(from.name)}
      value={from?.id ?? null}
      onOpenChange={setOpen}
      onChoose={(choice) =>
        setFilters({ from: choice && { id: choice.value, name: choice.label } })
      }
    />
  );
}

function PlaceChip() {
  const { realm, filters } = useSearchView();
  const [isOpen, setOpen] = useState(false);
  const choices = usePlaces(realm, isOpen);
  const { place } = filters;
  return (
    <ChoiceChip
      {...{ choices, isOpen }}
      label={texts.place}
      placeholder={texts.findPlace}
      chosen={place && texts.chosen.place(place.name)}
      value={place && `${place.kind} ${place.id}`}
      onOpenChange={setOpen}
      onChoose={(choice) => {
        const [kind, id = ''] = choice?.value.split(' ') ?? [];
        const isGroup = kind === 'group';
        setFilters({
          place: choice && { kind: isGroup ? 'group' : 'chat', id, name: choice.label },
        });
      }}
    />
  );
}

function KindChip() {
  const kind = useSearchView(({ filters }) => filters.kind);
  const [isOpen, setOpen] = useState(false);
  return (
    <ChoiceChip
      choices={kindChoices}
      isOpen={isOpen}
      label={texts.kind}
      placeholder={texts.findKind}
      chosen={kind && texts.chosen.kind(kind)}
      value={kind}
      onOpenChange={setOpen}
      onChoose={(choice) => setFilters({ kind: allKinds.find((known) => known === choice?.value) })}
    />
  );
}

/** The days on which a message was written. */
function WrittenChip() {
  const since = useSearchView(({ filters }) => filters.since);
  const until = useSearchView(({ filters }) => filters.until);
  return <DatesChip {...{ since, until }} onChange={setFilters} />;
}

/** The senders to choose from: everybody one shares a group with, or, for administrators, everybody. */
function usePeople(realm: Realm, isNeeded: boolean): Choices {
  const viewer = useSession((session) => session.user);
  const own = useOwnLists(isNeeded && realm === 'own');
  const all = useQuery({ ...usersQuery, enabled: isNeeded && realm === 'all' });
  if (realm === 'all') {
    const options = (all.data ?? []).map(({ uuid, email }) => ({ value: uuid, label: email }));
    return { options, isLoading: all.isLoading, hasFailed: all.isError };
  }
  const others = own.lists.flatMap(({ entries }) =>
    entries
      .filter(({ chatType }) => chatType === 'DIRECT')
      .map(({ uuid, email }): Choice => ({ value: uuid, label: email })),
  );
  const self = viewer ? [{ value: viewer.uuid, label: viewer.email, hint: texts.you }] : [];
  return { ...own, options: eachOnce([...self, ...others]) };
}

const eachOnce = (choices: Choice[]) => [
  ...new Map(choices.map((choice) => [choice.value, choice])).values(),
];

/** The places to which a search can be limited; a value says which kind of id it has. */
function usePlaces(realm: Realm, isNeeded: boolean): Choices {
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
