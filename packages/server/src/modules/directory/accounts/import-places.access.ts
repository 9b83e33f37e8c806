import { textErrors } from '@chat/contract/texts';
import type { Db } from '../../../db/database.ts';
import { nameKey } from '../../../db/name-looks.ts';
import { inTurns } from '../../../shared/event-loop.ts';
import { groupsTexts } from '../groups/groups.access.ts';
import { findPlaces, type PlaceRow } from './people-csv.queries.ts';

const texts = {
  projectMissing: 'Selecciona un proyecto',
  officeMissing: 'Selecciona una oficina',
  groupsMissing: 'Selecciona un grupo(s)',
  unknownProject: 'El proyecto no existe',
  unknownOffice: 'La oficina no existe',
};

export interface FoundGroup {
  id: number;
  uuid: string;
}

/** Names as `nameKey` writes them; an empty one is none. */
export interface NamedPlaces {
  project: string;
  office: string;
  groups: string[];
}

type PlaceErrors = Partial<Record<'proyecto' | 'oficina' | 'grupos', string[]>>;

const MAX_GROUPS = 100;
// Names of groups that are asked for at once.
const AT_ONCE = 10_000;

/** The places that a row names, and what is wrong with them whatever is there. */
export function readPlaces(
  project: string,
  office: string,
  groups: string,
): { named: NamedPlaces; errors: PlaceErrors } {
  const given = new Set(groups.split('|').map((name) => nameKey(name.trim())));
  given.delete('');
  const named = {
    project: nameKey(project.trim()),
    office: nameKey(office.trim()),
    // A row that names too many is wrong, and none of them is looked for.
    groups: given.size > MAX_GROUPS ? [] : [...given],
  };
  const errors: PlaceErrors = {};
  if (named.office && !named.project) errors.proyecto = [texts.projectMissing];
  if (named.project && !named.office) errors.oficina = [texts.officeMissing];
  if (named.office && given.size === 0) errors.grupos = [texts.groupsMissing];
  if (given.size > MAX_GROUPS) errors.grupos = [textErrors.tooMany(MAX_GROUPS)];
  return { named, errors };
}

const keyOf = (...names: (string | null)[]) => JSON.stringify(names);

/** The places that are there, among those that rows name. */
export class Places {
  readonly #known = new Set<string>();
  readonly #groups = new Map<string, FoundGroup>();

  add(rows: PlaceRow[]): void {
    for (const { project, office, group, id, uuid } of rows) {
      this.#known.add(keyOf(project)).add(keyOf(project, office));
      if (id !== null && uuid !== null) {
        this.#groups.set(keyOf(project, office, group), { id, uuid });
      }
    }
  }

  /** The groups that a row names, and what is not there. */
  look({ project, office, groups }: NamedPlaces): { groups: FoundGroup[]; errors: PlaceErrors } {
    const [inProject, inOffice] = [project || null, office || null];
    if (inProject && !this.#known.has(keyOf(inProject))) {
      return { groups: [], errors: { proyecto: [texts.unknownProject] } };
    }
    if (inOffice && !this.#known.has(keyOf(inProject, inOffice))) {
      return { groups: [], errors: { oficina: [texts.unknownOffice] } };
    }
    const found = groups.flatMap(
      (group) => this.#groups.get(keyOf(inProject, inOffice, group)) ?? [],
    );
    const areAll = found.length === groups.length;
    return { groups: found, errors: areAll ? {} : { grupos: [groupsTexts.unknownGroup] } };
  }
}

/** Looks for all places that the rows name; a file of nothing but names costs many questions, and holds nobody up. */
export async function findNamedPlaces(db: Db, rows: NamedPlaces[]): Promise<Places> {
  const places = new Places();
  const projects = [...new Set(rows.map(({ project }) => project))];
  const offices = [...new Set(rows.map(({ office }) => office))];
  const names = new Set<string>();
  const look = async () => {
    places.add(await findPlaces(db, { projects, offices, groups: [...names] }));
    names.clear();
  };
  for await (const { groups } of inTurns(rows)) {
    for (const name of groups) names.add(name);
    if (names.size >= AT_ONCE) await look();
  }
  await look();
  return places;
}
