import type { Option } from './select.tsx';

/** Entities as the options of a select: their uuid and what they are called. */
export function toOptions<Entity extends { uuid: string }>(
  entities: Entity[] | undefined,
  label: (entity: Entity) => string,
): Option[] {
  return (entities ?? []).map((entity) => ({ value: entity.uuid, label: label(entity) }));
}
