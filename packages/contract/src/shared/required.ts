/** The value; where there is none, throws what is missing. */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new Error(`There is no ${what}`);
  return value;
}

/** The first of them, where there has to be one. */
export function firstOf<T>(list: readonly T[] | null | undefined): T {
  return required(list?.[0], 'first one');
}
