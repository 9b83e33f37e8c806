import * as auth from '@chat/contract/auth';
import { firstOf } from '@chat/contract/checks';
import * as notice from '@chat/contract/privacy-notice';
import { getConfig, getHealth } from '@chat/contract/system';
import * as users from '@chat/contract/users';
import { acceptInvitation, createInvitation } from '@chat/contract/users';
import { PASSWORD } from '../client.ts';
import { administrators, everybody, nothing, type Row } from './calls.ts';
import { aUser, type Environment, makeUser } from './environment.ts';

async function anothersSession({ dora }: Environment) {
  const { content } = await dora.call(auth.listOwnSessions, {});
  return { params: { sessionId: firstOf(content).uuid } };
}

const sessionRows: Row[] = [
  { route: getConfig, given: nothing, answers: everybody(200), dead: 200 },
  { route: getHealth, given: nothing, answers: everybody(200), dead: 200 },
  {
    route: auth.login,
    given: ({ dora }) => ({
      body: { email: dora.email, password: PASSWORD, deviceId: dora.deviceId },
    }),
    answers: everybody(200),
    dead: 200,
  },
  {
    route: auth.beginCompanySignIn,
    of: 'where none is set up',
    given: ({ dora }) => ({ body: { deviceId: dora.deviceId } }),
    answers: everybody(404),
    dead: 404,
  },
  {
    route: auth.finishCompanySignIn,
    of: 'where none is set up',
    given: () => ({ body: { code: 'codigo', state: 'estado' } }),
    answers: everybody(404),
    dead: 404,
  },
  { route: auth.logout, given: nothing, answers: everybody(200), endsSession: true },
  { route: users.getCurrentUser, given: nothing, answers: everybody(200) },
  {
    route: users.changeOwnPassword,
    of: 'without knowing the present one',
    given: () => ({ body: { currentPassword: 'otra-distinta', password: 'nueva-clave' } }),
    answers: everybody(422),
  },
  { route: auth.listOwnSessions, given: nothing, answers: everybody(200) },
  { route: auth.endOwnSession, of: 'another', given: anothersSession, answers: everybody(404) },
  { route: auth.endOtherSessions, given: nothing, answers: everybody(200) },
];

/** Everybody of these has none, and nothing is begun. */
const twoStepsRows: Row[] = [
  { route: auth.getTwoSteps, given: nothing, answers: everybody(200) },
  {
    route: auth.confirmTwoSteps,
    given: () => ({ body: { code: '123456' } }),
    answers: everybody(409),
  },
  { route: auth.setUpTwoSteps, given: nothing, answers: everybody(200) },
  {
    route: auth.removeOwnTwoSteps,
    given: () => ({ body: { password: 'otra-distinta' } }),
    answers: everybody(422),
  },
  {
    route: auth.removeTwoSteps,
    given: async (environment) => ({
      ...(await aUser(environment)),
      body: { currentPassword: PASSWORD },
    }),
    answers: administrators(404),
  },
];

/** A person with an invitation that nobody has used. */
async function anInvitation(environment: Environment) {
  const params = { userId: await makeUser(environment) };
  const { elena } = environment.app;
  const { content } = await elena.call(createInvitation, { params, body: {} });
  return { body: { token: new URL(content.url).hash.slice(1), password: PASSWORD } };
}

const invitationRows: Row[] = [
  {
    route: createInvitation,
    given: async (environment) => ({ ...(await aUser(environment)), body: {} }),
    answers: administrators(201),
  },
  { route: acceptInvitation, given: anInvitation, answers: everybody(200), dead: 200 },
];

/** No notice is published: the people of the table would have to confirm the notice first. */
const noticeRows: Row[] = [
  { route: notice.getNotice, given: nothing, answers: everybody(200) },
  {
    route: notice.publishNotice,
    of: 'without a text',
    given: () => ({ body: { text: ' ' } }),
    answers: administrators(422),
  },
  { route: notice.withdrawNotice, given: nothing, answers: administrators(200) },
  { route: notice.listNoticeVersions, given: nothing, answers: administrators(200) },
  { route: notice.listNoticeAcceptances, given: nothing, answers: administrators(200) },
  { route: notice.exportNoticeAcceptances, given: nothing, answers: administrators(200) },
  {
    route: notice.acceptNotice,
    given: () => ({ body: { version: 1 } }),
    answers: everybody(404),
  },
];

/** Coming in: sessions, second steps, invitations and the privacy notice. */
export const signInRows: Row[] = [
  ...sessionRows,
  ...twoStepsRows,
  ...invitationRows,
  ...noticeRows,
];
