import type { AuditAction, AuditEvent } from '@chat/contract/audit';
import { expect, it } from 'vitest';
import { auditTexts } from './audit.texts.ts';

const event = (known: Partial<AuditEvent>): AuditEvent => ({
  id: 1,
  happenedAt: '2026-11-27T10:00:00.000Z',
  action: 'SIGN_IN_FAILED',
  actorId: null,
  actorEmail: null,
  actorDeletedAt: null,
  targetId: null,
  targetEmail: null,
  targetDeletedAt: null,
  groupId: null,
  groupName: null,
  chatId: null,
  memberEmails: [],
  messageId: null,
  messageSenderEmail: null,
  fromSeq: null,
  toSeq: null,
  detail: null,
  address: '10.0.0.7',
  previousHash: null,
  hash: null,
  ...known,
});

const sentence = (known: Partial<AuditEvent>) => {
  const entry = event(known);
  return `${auditTexts.by(entry)} ${auditTexts.did(entry)}`;
};

it.each([
  [
    { targetEmail: 'ana@empresa.local', detail: 'PASSWORD' },
    'Alguien no pudo entrar como ana@empresa.local: contraseña incorrecta',
  ],
  [
    { detail: 'PASSWORD 12, CODE 1' },
    'Alguien no pudo entrar con un correo que nadie tiene: contraseña incorrecta (12 veces), código incorrecto (1 vez)',
  ],
  [
    { action: 'SETTINGS_CHANGED', detail: 'PORT' } as const,
    'El servidor arrancó con otra configuración «PORT»',
  ],
  [
    { action: 'USER_BLOCKED', targetEmail: 'ana@empresa.local', address: null } as const,
    'Línea de comandos bloqueó a ana@empresa.local',
  ],
  [
    {
      action: 'USER_BLOCKED',
      targetEmail: 'ana@empresa.local',
      targetDeletedAt: '2026-11-26T10:00:00.000Z',
      actorEmail: 'elena@empresa.local',
    } as const,
    'elena@empresa.local bloqueó a ana@empresa.local (eliminado)',
  ],
  [
    {
      action: 'EXPORT_FETCHED',
      actorEmail: 'elena@empresa.local',
      targetEmail: 'ana@empresa.local',
    } as const,
    'elena@empresa.local descargó una copia de los datos de ana@empresa.local',
  ],
  [
    { action: 'EXPORT_FETCHED', actorEmail: 'elena@empresa.local', chatId: '1' } as const,
    'elena@empresa.local descargó una copia de la conversación',
  ],
  [
    {
      action: 'DATA_EXPORTED',
      actorEmail: 'ana@empresa.local',
      actorId: '7',
      targetId: '7',
    } as const,
    'ana@empresa.local pidió una copia de sus datos',
  ],
  [
    {
      action: 'USER_CREATED',
      actorEmail: 'ana@empresa.local',
      actorId: '7',
      targetId: '7',
      detail: 'USER',
    } as const,
    'ana@empresa.local se registró con su cuenta de empresa',
  ],
])('says who did what: %j', (known, said) => expect(sentence(known)).toBe(said));

const isAction = (value: string): value is AuditAction => value in auditTexts.actionNames;

it('has words of its own for every action', () => {
  const actions = Object.keys(auditTexts.actionNames).filter(isAction);
  const said = actions.map((action) => sentence({ action, detail: '1' }));
  expect(said.filter((text) => /null|undefined|NaN/.test(text))).toEqual([]);
  expect(new Set(said).size).toBe(actions.length);
  expect(new Set(Object.values(auditTexts.actionNames)).size).toBe(actions.length);
});
