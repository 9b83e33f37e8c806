import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/**
 * @param {Buffer} secret
 * @param {Buffer} salt
 * @param {Buffer | string} info
 * @param {number} bytes
 */
const derive = (secret, salt, info, bytes) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

const TAG_BYTES = 16;

/** The keys of a browser, which alone reads what is pushed to it. */
export function makeBrowserKeys() {
  const own = createECDH('prime256v1');
  const point = own.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: point.toString('base64url'), auth: auth.toString('base64url') },
    /**
     * The text of a push as it came (RFC 8291); throws when it was not written for these keys.
     *
     * @param {Buffer} body
     */
    decrypt(body) {
      const salt = body.subarray(0, 16);
      const pointBytes = body.readUInt8(20);
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
