import { listAuditEvents } from '@chat/contract/audit';
import { login, logout } from '@chat/contract/auth';
import { approveDevice, listDevices, rejectDevice } from '@chat/contract/devices';
import * as groups from '@chat/contract/groups';
import * as permissions from '@chat/contract/groups';
import { getOwnNotifications, setOwnNotifications } from '@chat/contract/notifications';
import * as offices from '@chat/contract/offices';
import * as projects from '@chat/contract/offices';
import * as push from '@chat/contract/push';
import { getConfig, getHealth, listNotices } from '@chat/contract/system';
import * as users from '@chat/contract/users';
import * as hours from '@chat/contract/working-hours';
import { createGroupOf } from '../cast.ts';
import { PASSWORD } from '../client.ts';
import { makeBrowserKeys } from '../push/browser-keys.ts';
import { administrators, everybody, managers, nothing, type Row } from './calls.ts';
import {
  type Environment,
  freshName,
  makeDevice,
  makeOffice,
  makeProject,
  makeUser,
} from './environment.ts';

const aUser = async (environment: Environment) => ({
  params: { userId: await makeUser(environment) },
});
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

const sessionRows: Row[] = [
  { route: getConfig, given: nothing, answers: everybody(200), dead: 200 },
  { route: getHealth, given: nothing, answers: everybody(200), dead: 200 },
  {
    route: login,
    given: ({ dora }) => ({
      body: { email: dora.email, password: PASSWORD, deviceId: dora.deviceId },
    }),
    answers: everybody(200),
    dead: 200,
  },
  { route: logout, given: nothing, answers: everybody(200), endsSession: true },
  { route: users.getCurrentUser, given: nothing, answers: everybody(200) },
  {
    route: users.changeOwnPassword,
    of: 'without knowing the present one',
    given: () => ({ body: { currentPassword: 'otra-distinta', password: 'nueva-clave' } }),
    answers: everybody(422),
  },
];

const userRows: Row[] = [
  { route: users.listUsers, given: nothing, answers: managers(200) },
  { route: users.searchUsers, given: nothing, answers: managers(200) },
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
    route: users.setUserPassword,
    given: async (environment) => ({ ...(await aUser(environment)), body: { password: PASSWORD } }),
    answers: administrators(200),
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

const pushRows: Row[] = [
  { route: push.getPushKey, given: nothing, answers: everybody(200) },
  {
    route: push.subscribeToPush,
    given: () => ({
      body: {
        endpoint: `https://push.example.com/${freshName('navegador').replace(' ', '-')}`,
        keys: makeBrowserKeys().keys,
      },
    }),
    answers: everybody(201),
  },
  {
    route: push.unsubscribeFromPush,
    given: () => ({ body: { endpoint: 'https://push.example.com/nadie' } }),
    answers: everybody(200),
  },
  {
    route: push.testPush,
    of: 'without a subscription',
    given: nothing,
    answers: everybody(409),
    endsSession: true,
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

const officeHours = async (environment: Environment) => ({
  params: { officeId: (await makeOffice(environment)).uuid },
});
const mornings = {
  timezone: 'Europe/Madrid',
  days: [{ day: 1, from: '08:00', to: '15:00' }],
  holidays: [],
};

const hoursRows: Row[] = [
  { route: hours.getWorkingHours, given: nothing, answers: administrators(200) },
  {
    route: hours.setWorkingHours,
    given: () => ({ body: mornings }),
    answers: administrators(200),
  },
  {
    route: hours.setWorkingHours,
    of: 'null',
    given: () => ({ body: null }),
    answers: administrators(200),
  },
  { route: hours.getOfficeWorkingHours, given: officeHours, answers: administrators(200) },
  {
    route: hours.setOfficeWorkingHours,
    given: async (environment) => ({ ...(await officeHours(environment)), body: mornings }),
    answers: administrators(200),
  },
  { route: hours.previewWorkingHours, given: nothing, answers: administrators(200) },
  { route: getOwnNotifications, given: nothing, answers: everybody(200) },
  {
    route: setOwnNotifications,
    given: () => ({ body: { outsideHours: false } }),
    answers: everybody(200),
  },
];

const groupRows: Row[] = [
  { route: groups.listGroups, given: nothing, answers: managers(200) },
  { route: groups.listOwnGroups, given: nothing, answers: everybody(200) },
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

export const organisationRows: Row[] = [
  ...sessionRows,
  ...userRows,
  ...pushRows,
  ...placeRows,
  ...hoursRows,
  ...groupRows,
];
