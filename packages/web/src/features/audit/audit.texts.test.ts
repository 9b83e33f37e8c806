import type { AuditEvent } from '@chat/contract/audit';
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
])('says who did what: %j', (known, said) => expect(sentence(known)).toBe(said));
