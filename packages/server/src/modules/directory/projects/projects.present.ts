import type { Project } from '@chat/contract/projects/projects.schema';
import type { ProjectRow } from './projects.queries.ts';

export function presentProject({ uuid, id, name }: ProjectRow): Project {
  return { uuid, id, name };
}
