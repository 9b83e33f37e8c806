import type { Group } from '@chat/contract/groups';
import { toOptions } from '../../../../shared/ui/to-options.ts';
import { useGroups } from '../../lists/list-groups.ts';
import { useUserPermissions } from '../api/list-user-permissions.ts';
import { permissionsTexts } from '../permissions.texts.ts';

const labelOf = ({ name, officine }: Group) =>
  officine ? permissionsTexts.groupAtOffice(name, officine.name) : name;

/** The groups a user does not manage yet (rules/permissions 9). */
export function useAssignableGroups(userId: string) {
  const groups = useGroups().data;
  const assigned = new Set(useUserPermissions(userId).data?.map(({ uuid }) => uuid));
  return toOptions(groups, labelOf).filter(({ value }) => !assigned.has(value));
}
