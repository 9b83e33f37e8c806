import { limits } from '@chat/contract/checks';
import { emailTextWithDomain, newPersonSchema } from '@chat/contract/forms';
import type { ImportRow } from '@chat/contract/import';
import type { CsvRow } from '../../../shared/read-csv.ts';
import { usersTexts } from '../users/users.access.ts';
import {
  type FoundGroup,
  type NamedPlaces,
  type Places,
  readPlaces,
} from './import-places.access.ts';

const texts = {
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
export interface Draft {
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
    if (!['', 'USER', 'ADMIN'].includes(role.trim())) errors.rol = [texts.wrongRole];
    if (isTooLong) errors.fila = [texts.tooManyCells];
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

export interface Surroundings {
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
    if (first !== undefined && !errors.correo) errors.correo = [texts.sameAs(first)];
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
