const SECRET_KEY = 'chat.device';

function deviceSecret(): string {
  const kept = localStorage.getItem(SECRET_KEY);
  if (kept && /^[0-9a-f]{32}$/.test(kept)) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const secret = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  localStorage.setItem(SECRET_KEY, secret);
  return secret;
}

let visitorId: Promise<string> | undefined;

// Taken apart from the sign-in page, which is there before it.
async function fingerprint(): Promise<string> {
  const { load } = await import('@fingerprintjs/fingerprintjs');
  const { visitorId } = await (await load()).get();
  return visitorId.replace(/[^A-Za-z0-9_-]/g, '');
}

/**
 * The browser's fingerprint and a secret it made once (contract §2): office PCs that are all alike do not
 * collide, and knowing a fingerprint opens nothing.
 */
export async function getDeviceId(): Promise<string> {
  visitorId ??= fingerprint().catch((error: unknown) => {
    visitorId = undefined;
    throw error;
  });
  return `${await visitorId}-${deviceSecret()}`;
}
