import type { Group } from '@chat/contract/groups';

/** 'group / office / project', leaving out what the group lacks (rules/navigation 16). */
export function groupLabel(group: Pick<Group, 'name' | 'officine'>): string {
  return [group.name, group.officine?.name, group.officine?.project.name]
    .filter(Boolean)
    .join(' / ');
}
