import type { Db } from '../../../db/database.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { forbidden, invalidField, notFound } from '../../../shared/errors.ts';
import { findGroup, findGroupsToJoin, type GroupForUserRow } from './groups.queries.ts';

export const groupsTexts = {
  nameTaken: 'Ya existe un grupo con ese nombre en la oficina',
  nameReserved: 'El nombre GENERAL está reservado',
  cannotEditGeneral: 'El grupo GENERAL no se puede editar',
  cannotDeleteGeneral: 'El grupo GENERAL no se puede eliminar',
  notManager: 'No gestionas este grupo',
  cannotAddYourself: 'No puedes agregarte a un grupo que gestionas',
  otherProject: 'La oficina no es de ese proyecto',
  unknownGroup: 'Uno de los grupos no existe',
};

/** The group for its participants, its managers and administrators; for everybody else it does not exist. */
export async function accessGroup(
  db: Db,
  viewer: Viewer,
  groupUuid: string,
): Promise<GroupForUserRow> {
  const group = await findGroup(db, groupUuid, viewer.id);
  if (!group) throw notFound();
  if (group.participates || group.manages || viewer.isAdmin) return group;
  throw notFound();
}

/** The group, for its managers; a participant gets 403. */
export async function accessManagedGroup(
  db: Db,
  viewer: Viewer,
  groupUuid: string,
): Promise<GroupForUserRow> {
  const group = await accessGroup(db, viewer, groupUuid);
  if (group.manages || viewer.isAdmin) return group;
  throw forbidden(groupsTexts.notManager);
}

/** The groups that a body names in `field`, kept from deletion until the commit; an unknown one is that field's fault. */
export async function accessNamedGroups(
  tx: Db,
  groupUuids: string[],
  field: string,
): Promise<{ id: number; uuid: string }[]> {
  const wanted = new Set(groupUuids);
  if (wanted.size === 0) return [];
  const groups = await findGroupsToJoin(tx, [...wanted]);
  if (groups.length < wanted.size) throw invalidField(field, groupsTexts.unknownGroup);
  return groups;
}
