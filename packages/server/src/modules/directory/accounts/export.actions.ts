import { roleOf } from '@chat/contract/auth';
import type { Db } from '../../../db/database.ts';
import { csvDownload, type Download } from '../../../http/download.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { recordAct } from '../../audit/audit.actions.ts';
import type { ChatContext } from '../../chat/context.ts';
import { type ExportedRow, findUsersAfter } from './people-csv.queries.ts';

const header = ['nombre', 'apellido', 'correo', 'rol', 'oficinas', 'grupos', 'bloqueado'];
const texts = { fileName: 'usuarios.csv', blocked: 'sí', notBlocked: 'no' };
const AT_ONCE = 1_000;

function presentRow(user: ExportedRow): string[] {
  const { firstName, lastName, email, offices, groups, blockedAt } = user;
  const blocked = blockedAt ? texts.blocked : texts.notBlocked;
  return [firstName, lastName, email, roleOf(user), offices.join('|'), groups.join('|'), blocked];
}

/** Reads them part by part, so that memory holds one part however many there are. */
async function* readAll(db: Db): AsyncGenerator<string[][]> {
  let after = 0;
  for (;;) {
    const users = await findUsersAfter(db, after, AT_ONCE);
    const last = users.at(-1);
    if (!last) return;
    yield users.map(presentRow);
    after = last.id;
  }
}

/** All users as a CSV; that somebody took them along is on record. */
export async function exportUsers({ db }: ChatContext, viewer: Viewer): Promise<Download> {
  await recordAct(db, viewer, 'USERS_EXPORTED', {});
  return csvDownload(texts.fileName, header, readAll(db));
}
