import { persist, readKept } from '../../shared/persist.ts';

const SECRET_KEY = 'chat.device';
const VISITOR_KEY = 'chat.visitor';

function deviceSecret(): string {
  const stored = readKept(SECRET_KEY);
  if (stored && /^[0-9a-f]{32}$/.test(stored)) return stored;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const secret = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  persist(SECRET_KEY, secret);
  return secret;
}

let visitorId: Promise<string> | undefined;

// Taken apart from the sign-in page, which is there before it.
async function fingerprint(): Promise<string> {
  const { load } = await import('@fingerprintjs/fingerprintjs');
  const { visitorId } = await (await load()).get();
  return visitorId.replace(/[^A-Za-z0-9_-]/g, '');
}

/** As it was the first time: another screen or a newer browser makes no other device of it, which would have to be approved anew. */
async function persistedFingerprint(): Promise<string> {
  const stored = readKept(VISITOR_KEY);
  if (stored && /^[A-Za-z0-9_-]{8,64}$/.test(stored)) return stored;
  const taken = await fingerprint();
  persist(VISITOR_KEY, taken);
  return taken;
}

/**
 * The browser's fingerprint and a secret it made once (rules/devices 3): office PCs that are all alike do not
 * collide, and knowing a fingerprint opens nothing.
 */
export async function getDeviceId(): Promise<string> {
  visitorId ??= persistedFingerprint().catch((error: unknown) => {
    visitorId = undefined;
    throw error;
  });
  return `${await visitorId}-${deviceSecret()}`;
}
