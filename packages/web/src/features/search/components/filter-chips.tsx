import { useState } from 'react';
import type { Choices } from '../choice.ts';
import { usePeople } from '../hooks/use-people.ts';
import { usePlaces } from '../hooks/use-places.ts';
import { allKinds } from '../panel-filters.ts';
import { searchTexts as texts } from '../search.texts.ts';
import { setFilters, useSearchView } from '../search-view.ts';
import { ChoiceChip } from './choice-chip.tsx';
import { DatesChip } from './dates-chip.tsx';
import styles from './filter-chips.module.css';

const kindChoices: Choices = {
  options: allKinds.map((kind) => ({ value: kind, label: texts.kinds[kind] })),
  isLoading: false,
  hasFailed: false,
};

/** What narrows a search beside its words. */
export function FilterChips() {
  return (
    <fieldset className={styles.chips}>
      <legend className="visually-hidden">{texts.filters}</legend>
      <PersonChip />
      <PlaceChip />
      <KindChip />
      <DatesChip />
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
