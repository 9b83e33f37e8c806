import { toOptions } from '../../../../shared/ui/to-options.ts';
import { useGroups } from '../../lists/list-groups.ts';
import { useOffices } from '../../lists/list-offices.ts';
import { useProjects } from '../../lists/list-projects.ts';

const name = (entity: { name: string }) => entity.name;

/** What can be chosen below the project and the office chosen so far. */
export function usePlaceOptions(projectId: string, officeId: string) {
  const projects = useProjects().data;
  const offices = useOffices().data?.filter(({ project }) => project.uuid === projectId);
  const groups = useGroups().data?.filter(({ officine }) => officine?.uuid === officeId);
  return {
    projects: toOptions(projects, name),
    offices: toOptions(offices, name),
    groups: toOptions(groups, name),
  };
}
