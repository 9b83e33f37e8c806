import { useQuery } from '@tanstack/react-query';
import { ownGroupsQuery } from '../api/list-own-groups.ts';
import { groupLabel } from '../group-label.ts';

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
