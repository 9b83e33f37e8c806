import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { required } from '@chat/contract/checks';
import type { SubscriptionInput } from '@chat/contract/push';

/** The keys of a browser, which alone reads what is pushed to it. */
export interface BrowserKeys {
  keys: SubscriptionInput['keys'];
  /** The text of a push as it came (RFC 8291); throws when it was not written for these keys. */
  decrypt(body: Buffer): string;
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

const TAG_BYTES = 16;

export function makeBrowserKeys(): BrowserKeys {
  const own = createECDH('prime256v1');
  const point = own.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: point.toString('base64url'), auth: auth.toString('base64url') },
    decrypt(body) {
      const salt = body.subarray(0, 16);
      const pointBytes = required(body[20], 'length of the key');
      const sender = body.subarray(21, 21 + pointBytes);
      const sealed = body.subarray(21 + pointBytes);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, sender]);
      const secret = derive(own.computeSecret(sender), auth, info, 32);
      const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
      const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
      const opening = createDecipheriv('aes-128-gcm', key, nonce);
      opening.setAuthTag(sealed.subarray(-TAG_BYTES));
      const opened = Buffer.concat([
        opening.update(sealed.subarray(0, -TAG_BYTES)),
        opening.final(),
      ]);
      // The last record ends with 2 and zeros.
      return opened.subarray(0, opened.lastIndexOf(2)).toString('utf8');
    },
  };
}

/** The claims of a push's `Authorization`, once its signature has been checked (RFC 8292). */
export function readVapid(authorization: string): { claims: Record<string, unknown>; key: string } {
  const { jwt = '', key = '' } =
    /^vapid t=(?<jwt>\S+), k=(?<key>\S+)$/.exec(authorization)?.groups ?? {};
  const [head = '', claims = '', signature = ''] = jwt.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString('base64url'),
  );
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('A push is not signed by its key');
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), key };
}
