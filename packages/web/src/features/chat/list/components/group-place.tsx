import { useQuery } from '@tanstack/react-query';
import { groupLabel } from '../../../../shared/format/group-label.ts';
import { ownGroupsQuery } from '../api/list-own-groups.ts';

/** Which of the viewer's groups this is: many have a chat of the same name. */
export function GroupPlace({ groupId }: { groupId: string }) {
  const label = useQuery({
    ...ownGroupsQuery,
    select: (groups) => {
      const group = groups.find(({ uuid }) => uuid === groupId);
      return group && groupLabel(group);
    },
  });
  return label.data;
}
