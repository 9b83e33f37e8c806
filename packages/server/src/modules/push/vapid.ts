import { createHmac } from 'node:crypto';
import webPush from 'web-push';
import type { Config } from '../../config/env.ts';
import type { Db } from '../../db/database.ts';
import { dropOldest } from '../../shared/queues.ts';
import { findKeys, insertKeys, type VapidKeys } from './subscriptions.queries.ts';

/** The keys of the installation, made at its first start: processes that start at once all read the first one's. */
export async function openKeys(db: Db): Promise<VapidKeys> {
  const found = await findKeys(db);
  if (found) return found;
  await insertKeys(db, webPush.generateVAPIDKeys());
  return (await findKeys(db)) ?? openKeys(db);
}

/** Whom a push service may turn to (RFC 8292). */
const subjectOf = ({ publicUrl, adminEmail }: Pick<Config, 'publicUrl' | 'adminEmail'>) =>
  publicUrl?.startsWith('https:') ? publicUrl : `mailto:${adminEmail}`;

/** Proves to push services that pushes come from this installation. */
export interface Vapid {
  /** The `Authorization` for the push service of this endpoint. */
  authorize(endpoint: string): string;
  /** One word for all pushes of a chat, which tells the push service nothing of the chat. */
  topicOf(chatUuid: string): string;
}

// A signature costs ten times the encryption of a push, and holds for 12 hours.
const SIGNATURE_MS = 3_600_000;
const MAX_SIGNATURES = 1_000;
// 24 bytes are the 32 characters that a topic may have.
const TOPIC_BYTES = 24;

export function createVapid(
  { publicKey, privateKey }: VapidKeys,
  config: Pick<Config, 'publicUrl' | 'adminEmail'>,
): Vapid {
  const subject = subjectOf(config);
  const signed = new Map<string, { header: string; until: number }>();

  function sign(audience: string): string {
    const { Authorization: header } = webPush.getVapidHeaders(
      audience,
      subject,
      publicKey,
      privateKey,
      'aes128gcm',
    );
    signed.set(audience, { header, until: Date.now() + SIGNATURE_MS });
    dropOldest(signed, MAX_SIGNATURES);
    return header;
  }

  return {
    authorize(endpoint) {
      const { origin } = new URL(endpoint);
      const known = signed.get(origin);
      return known && known.until > Date.now() ? known.header : sign(origin);
    },
    topicOf: (chatUuid) =>
      createHmac('sha256', privateKey)
        .update(`topic:${chatUuid}`)
        .digest()
        .subarray(0, TOPIC_BYTES)
        .toString('base64url'),
  };
}
