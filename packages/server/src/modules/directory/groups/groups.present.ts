import type { Group, Participant } from '@chat/contract/groups';
import type { GroupRow } from './groups.queries.ts';
import type { ParticipantRow } from './participants.queries.ts';

/** `officine` is the group's office: the specification's word. */
export function presentGroup(group: GroupRow): Group {
  return {
    uuid: group.uuid,
    id: group.id,
    name: group.name,
    description: group.description,
    officine: presentOffice(group),
    officeId: group.officeUuid,
    projectId: group.projectUuid,
    participantsCount: group.participantsCount,
  };
}

function presentOffice(group: GroupRow): Group['officine'] {
  const { officeUuid, officeName, projectUuid, projectName } = group;
  if (!officeUuid || !officeName || !projectUuid || !projectName) return null;
  return { uuid: officeUuid, name: officeName, project: { uuid: projectUuid, name: projectName } };
}

export function presentParticipant({ uuid, email }: ParticipantRow): Participant {
  return { uuid, email };
}
