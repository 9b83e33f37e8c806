import { limits, textErrors } from '@chat/contract/checks';
import { emailTextWithDomain, newPersonSchema } from '@chat/contract/forms';
import type { ImportRow } from '@chat/contract/users';
import type { Db } from '../../../db/database.ts';
import { nameKey } from '../../../db/name-looks.ts';
import type { CsvRow } from '../../../shared/csv.ts';
import { inTurns } from '../../../shared/event-loop.ts';
import { groupsTexts } from '../groups/groups.access.ts';
import { usersTexts } from '../users/users.access.ts';
import { findPlaces, type PlaceRow } from './people-csv.queries.ts';

const rowTexts = {
  wrongRole: 'Rol no válido',
  tooManyCells: 'La fila tiene más celdas que la cabecera',
  sameAs: (row: number) => `El correo ya está en la fila ${row}`,
};

/** The columns by their names in the header, case and accents ignored. */
const englishNames = {
  nombre: 'first name',
  apellido: 'last name',
  correo: 'email',
  proyecto: 'project',
  oficina: 'office',
  grupos: 'groups',
  rol: 'role',
} as const;
type Column = keyof typeof englishNames;
const needed: readonly Column[] = ['nombre', 'apellido', 'correo'];
const columns: readonly Column[] = [...needed, 'proyecto', 'oficina', 'grupos', 'rol'];

const fold = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Where each column stands in the header, -1 where it does not. */
export function findColumns(header: string[]): {
  places: number[];
  missing: string[];
  repeated: string[];
} {
  const names = header.map(fold);
  const placesOf = (column: Column) =>
    names.flatMap((name, place) =>
      name === column || name === englishNames[column] ? [place] : [],
    );
  return {
    places: columns.map((column) => placesOf(column)[0] ?? -1),
    missing: needed.filter((column) => placesOf(column).length === 0),
    repeated: columns.filter((column) => placesOf(column).length > 1),
  };
}

/** A person that a row asks for. */
export interface NewPerson {
  firstName: string;
  lastName: string;
  email: string;
  isAdmin: boolean;
  groups: FoundGroup[];
}

type Errors = Partial<Record<Column | 'fila', string[]>>;

/** A row by itself, before anything is known of who and what is there. */
interface Draft {
  row: number;
  email: string;
  person: Pick<NewPerson, 'firstName' | 'lastName' | 'email'> | undefined;
  isAdmin: boolean;
  places: NamedPlaces;
  errors: Errors;
}

const fieldColumns: Record<string, Column> = {
  firstName: 'nombre',
  lastName: 'apellido',
  email: 'correo',
};
/** Reads rows as the form 'Registrar usuario' does. */
export function draftReader(emailDomain: string): (row: CsvRow) => Draft {
  const personSchema = newPersonSchema(emailDomain);
  const emailSchema = emailTextWithDomain(emailDomain);
  return ({ row, cells, isTooLong }) => {
    const [firstName, lastName, email = '', project = '', office = '', groups = '', role = ''] =
      cells;
    const parsed = personSchema.safeParse({ firstName, lastName, email });
    const errors: Errors = {};
    for (const { path, message } of parsed.error?.issues ?? []) {
      errors[fieldColumns[String(path[0])] ?? 'fila'] = [message];
    }
    const { named, errors: placeErrors } = readPlaces(project, office, groups);
    Object.assign(errors, placeErrors);
    if (!['', 'USER', 'ADMIN'].includes(role.trim())) errors.rol = [rowTexts.wrongRole];
    if (isTooLong) errors.fila = [rowTexts.tooManyCells];
    return {
      row,
      email: emailSchema.safeParse(email).data ?? email.trim().slice(0, limits.email),
      person: parsed.data,
      isAdmin: role.trim() === 'ADMIN',
      places: named,
      errors,
    };
  };
}

interface Surroundings {
  /** E-mails of living users. */
  known: ReadonlySet<string>;
  places: Places;
  /** Nobody's e-mail. */
  groupAddress: string;
}

export type CheckedRow = ImportRow & { person: NewPerson | undefined };

const nowhere = { groups: [], errors: {} };

/** Says of each draft in turn what the import does with it. */
export function rowChecker({
  known,
  places,
  groupAddress,
}: Surroundings): (draft: Draft) => CheckedRow {
  const firstRows = new Map<string, number>();
  return (draft) => {
    const { row, email, person, isAdmin } = draft;
    const first = firstRows.get(email);
    firstRows.set(email, first ?? row);
    if (known.has(email)) return { row, email, action: 'none', errors: {}, person: undefined };
    const { proyecto, oficina, grupos } = draft.errors;
    const isMistaken = proyecto || oficina || grupos;
    const { groups, errors: placeErrors } = isMistaken ? nowhere : places.look(draft.places);
    const errors = { ...draft.errors, ...placeErrors };
    if (email === groupAddress) errors.correo = [usersTexts.emailTaken];
    if (first !== undefined && !errors.correo) errors.correo = [rowTexts.sameAs(first)];
    if (!person || Object.keys(errors).length > 0) {
      return { row, email, action: 'error', errors, person: undefined };
    }
    return { row, email, action: 'create', errors, person: { ...person, isAdmin, groups } };
  };
}

/** 'Fila 3, correo: Correo inválido' of everything that is wrong, in the order of the rows. */
export const describeErrors = (rows: CheckedRow[], max: number): string[] =>
  rows
    .filter(({ action }) => action === 'error')
    .slice(0, max)
    .flatMap(({ row, errors }) =>
      Object.entries(errors).flatMap(([column, found]) =>
        found.map((text) => `Fila ${row}, ${column}: ${text}`),
      ),
    )
    .slice(0, max);

const placeTexts = {
  projectMissing: 'Selecciona un proyecto',
  officeMissing: 'Selecciona una oficina',
  groupsMissing: 'Selecciona un grupo(s)',
  unknownProject: 'El proyecto no existe',
  unknownOffice: 'La oficina no existe',
};

interface FoundGroup {
  id: number;
  uuid: string;
}

/** Names as `nameKey` writes them; an empty one is none. */
interface NamedPlaces {
  project: string;
  office: string;
  groups: string[];
}

type PlaceErrors = Partial<Record<'proyecto' | 'oficina' | 'grupos', string[]>>;

const MAX_GROUPS = 100;
// Names of groups that are asked for at once.
const AT_ONCE = 10_000;

/** The places that a row names, and what is wrong with them whatever is there. */
function readPlaces(
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
  if (named.office && !named.project) errors.proyecto = [placeTexts.projectMissing];
  if (named.project && !named.office) errors.oficina = [placeTexts.officeMissing];
  if (named.office && given.size === 0) errors.grupos = [placeTexts.groupsMissing];
  if (given.size > MAX_GROUPS) errors.grupos = [textErrors.tooMany(MAX_GROUPS)];
  return { named, errors };
}

const keyOf = (...names: (string | null)[]) => JSON.stringify(names);

/** The places that are there, among those that rows name. */
class Places {
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
      return { groups: [], errors: { proyecto: [placeTexts.unknownProject] } };
    }
    if (inOffice && !this.#known.has(keyOf(inProject, inOffice))) {
      return { groups: [], errors: { oficina: [placeTexts.unknownOffice] } };
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
