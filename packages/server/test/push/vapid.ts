import { createPublicKey, verify } from 'node:crypto';

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
