import type { Project } from '@chat/contract/offices';
import type { ProjectRow } from './projects.queries.ts';

export function presentProject({ uuid, id, name }: ProjectRow): Project {
  return { uuid, id, name };
}
