import { exportAuditEvents, listAuditEvents } from '@chat/contract/audit';
import * as company from '@chat/contract/auth';
import { approveDevice, listDevices, rejectDevice } from '@chat/contract/devices';
import * as groups from '@chat/contract/groups';
import * as permissions from '@chat/contract/groups';
import * as holds from '@chat/contract/holds';
import * as offices from '@chat/contract/offices';
import * as projects from '@chat/contract/offices';
import { listNotices } from '@chat/contract/system';
import * as users from '@chat/contract/users';
import { exportUsers, importUsers } from '@chat/contract/users';
import { createGroupOf } from '../cast.ts';
import { PASSWORD } from '../client.ts';
import { csvForm } from '../csv.ts';
import { administrators, everybody, managers, nothing, type Row } from './calls.ts';
import {
  aUser,
  type Environment,
  freshName,
  makeDevice,
  makeOffice,
  makeProject,
  makeUser,
} from './environment.ts';

const aPerson = { firstName: 'Una', lastName: 'Persona' };
const ventas = ({ ventas: { uuid } }: Environment) => ({ groupId: uuid });

async function aManagedGroup(environment: Environment) {
  const userId = await makeUser(environment);
  const permissionId = environment.ventas.uuid;
  const body = { groupIds: [permissionId] };
  await environment.app.elena.request('POST', `/users/${userId}/group-permissions`, body);
  return { params: { userId, permissionId } };
}

async function aParticipant(environment: Environment) {
  const userId = await makeUser(environment);
  const { uuid: groupId } = environment.ventas;
  await environment.app.elena.request('POST', `/groups/${groupId}/users`, { userIds: [userId] });
  return { params: { groupId, userId } };
}

const csvOf = (role = '') =>
  `nombre;apellido;correo;rol\nUna;Persona;${freshName('fila').replace(' ', '')};${role}`;

const csvRows: Row[] = [
  {
    route: importUsers,
    of: 'a preview',
    given: () => ({ query: { dryRun: '1' }, body: csvForm(csvOf('ADMIN')) }),
    answers: administrators(200),
  },
  { route: importUsers, given: () => ({ body: csvForm(csvOf()) }), answers: administrators(201) },
  {
    route: importUsers,
    of: 'an administrator, without the own password',
    given: () => ({ body: csvForm(csvOf('ADMIN')) }),
    answers: administrators(422),
  },
  { route: exportAuditEvents, given: nothing, answers: administrators(200) },
  { route: exportUsers, given: nothing, answers: administrators(200) },
];

const userRows: Row[] = [
  { route: users.listUsers, given: nothing, answers: managers(200) },
  { route: users.searchUsers, given: nothing, answers: managers(200) },
  { route: holds.listDeletedUsers, given: nothing, answers: administrators(200) },
  {
    route: users.createUser('empresa.local'),
    given: () => ({
      body: { ...aPerson, email: freshName('nueva').replace(' ', ''), password: PASSWORD },
    }),
    answers: administrators(201),
  },
  {
    route: users.createUser('empresa.local'),
    given: () => ({
      body: {
        ...aPerson,
        email: freshName('jefa').replace(' ', ''),
        password: PASSWORD,
        role: 'ADMIN',
        currentPassword: PASSWORD,
      },
    }),
    answers: administrators(201),
  },
  {
    route: users.createUser('empresa.local'),
    given: () => ({
      body: {
        ...aPerson,
        email: freshName('jefa').replace(' ', ''),
        password: PASSWORD,
        role: 'ADMIN',
      },
    }),
    answers: administrators(422),
  },
  {
    route: users.updateUser,
    given: async (environment) => ({
      ...(await aUser(environment)),
      body: { ...aPerson, email: `${freshName('otra').replace(' ', '')}@empresa.local` },
    }),
    answers: administrators(200),
  },
  {
    route: holds.holdUser,
    given: async (environment) => ({ ...(await aUser(environment)), body: { hold: false } }),
    answers: administrators(200),
    narrowed: [200, 200, 403],
  },
  {
    route: holds.eraseUser,
    of: 'a deleted person',
    given: async (environment) => {
      const { app } = environment;
      const { params } = await aUser(environment);
      const { content } = await app.elena.call(users.listUsers, {});
      const email = content.find(({ uuid }) => uuid === params.userId)?.email;
      await app.elena.call(users.deleteUser, { params });
      return { params, body: { email, messages: false } };
    },
    answers: administrators(200),
  },
  {
    route: holds.listHolds,
    given: nothing,
    answers: administrators(200),
    narrowed: [200, 200, 403],
  },
  {
    route: users.setUserPassword,
    given: async (environment) => ({ ...(await aUser(environment)), body: { password: PASSWORD } }),
    answers: administrators(200),
  },
  {
    route: company.forgetCompanyAccount,
    of: 'of somebody who has none',
    given: async (environment) => ({
      ...(await aUser(environment)),
      body: { currentPassword: PASSWORD },
    }),
    answers: administrators(404),
  },
  { route: users.blockUser, given: aUser, answers: administrators(200) },
  { route: users.unblockUser, given: aUser, answers: administrators(200) },
  { route: users.deleteUser, given: aUser, answers: administrators(200) },
  { route: permissions.listUsersWithGroups, given: nothing, answers: administrators(200) },
  { route: permissions.listUserPermissions, given: aUser, answers: administrators(200) },
  { route: permissions.listGroupsOfManager, given: aUser, answers: administrators(200) },
  {
    route: permissions.assignPermissions,
    given: async (environment) => ({
      ...(await aUser(environment)),
      body: { groupIds: [environment.ventas.uuid] },
    }),
    answers: administrators(200),
  },
  { route: permissions.removePermission, given: aManagedGroup, answers: administrators(200) },
  { route: listNotices, given: nothing, answers: administrators(200) },
  { route: listAuditEvents, given: nothing, answers: administrators(200) },
  { route: listDevices, given: nothing, answers: administrators(200) },
  {
    route: approveDevice,
    given: async (environment) => ({ params: { deviceId: await makeDevice(environment) } }),
    answers: administrators(200),
  },
  {
    route: rejectDevice,
    given: async (environment) => ({ params: { deviceId: await makeDevice(environment) } }),
    answers: administrators(200),
  },
];

const placeRows: Row[] = [
  { route: projects.listProjects, given: nothing, answers: administrators(200) },
  {
    route: projects.createProject,
    given: () => ({ body: { name: freshName('Proyecto') } }),
    answers: administrators(201),
  },
  {
    route: projects.updateProject,
    given: async (environment) => ({
      params: { projectId: await makeProject(environment) },
      body: { name: freshName('Proyecto') },
    }),
    answers: administrators(200),
  },
  {
    route: projects.deleteProject,
    given: async (environment) => ({ params: { projectId: await makeProject(environment) } }),
    answers: administrators(200),
  },
  { route: offices.listOffices, given: nothing, answers: administrators(200) },
  {
    route: offices.createOffice,
    given: async (environment) => ({
      body: { name: freshName('Oficina'), projectId: await makeProject(environment) },
    }),
    answers: administrators(201),
  },
  {
    route: offices.updateOffice,
    given: async (environment) => {
      const { uuid, projectId } = await makeOffice(environment);
      return { params: { officeId: uuid }, body: { name: freshName('Oficina'), projectId } };
    },
    answers: administrators(200),
  },
  {
    route: offices.deleteOffice,
    given: async (environment) => ({ params: { officeId: (await makeOffice(environment)).uuid } }),
    answers: administrators(200),
  },
];

const groupRows: Row[] = [
  { route: groups.listGroups, given: nothing, answers: managers(200) },
  { route: groups.listOwnGroups, given: nothing, answers: everybody(200) },
  { route: holds.listDeletedGroups, given: nothing, answers: administrators(200) },
  {
    route: groups.createGroup,
    given: () => ({ body: { name: freshName('Grupo'), userUuids: [] } }),
    answers: administrators(201),
  },
  {
    route: groups.updateGroup,
    of: 'Ventas',
    given: (environment) => ({ params: ventas(environment), body: { name: 'Ventas' } }),
    answers: [403, 403, 403, 200, 404, 200],
  },
  {
    route: groups.deleteGroup,
    given: async ({ app }) => ({
      params: { groupId: (await createGroupOf(app, freshName('Grupo'), [])).uuid },
    }),
    answers: administrators(200),
  },
  {
    route: holds.eraseGroup,
    of: 'a deleted group',
    given: async ({ app }) => {
      const name = freshName('Grupo');
      const { uuid } = await createGroupOf(app, name, []);
      await app.elena.call(groups.deleteGroup, { params: { groupId: uuid } });
      return { params: { groupId: uuid }, body: { name } };
    },
    answers: administrators(200),
  },
  {
    route: groups.setGroupRetention,
    given: (environment) => ({ params: ventas(environment), body: { days: null } }),
    answers: administrators(200),
  },
  {
    route: groups.listGroupParticipants,
    of: 'Ventas',
    given: (environment) => ({ params: ventas(environment) }),
    answers: [404, 200, 200, 200, 404, 200],
  },
  {
    route: groups.addGroupParticipants,
    of: 'Ventas',
    given: async (environment) => ({
      params: ventas(environment),
      body: { userIds: [await makeUser(environment)] },
    }),
    answers: [403, 403, 403, 200, 404, 200],
  },
  {
    route: groups.removeGroupParticipant,
    of: 'Ventas',
    given: aParticipant,
    answers: [403, 403, 403, 200, 404, 200],
  },
];

export const organisationRows: Row[] = [...userRows, ...csvRows, ...placeRows, ...groupRows];
