import { Info } from 'lucide-react';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { onStorageTrouble, storageTrouble } from '../../shared/persist.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { systemTexts } from './system.texts.ts';

const { storage: texts } = systemTexts;

/** The warning for a user whose browser stores nothing; null in all other browsers. */
export function useStorageNotice(): string | null {
  const trouble = useSyncExternalStore(onStorageTrouble, storageTrouble);
  const takesCookies = useMemo(() => trouble === undefined || acceptsCookies(), [trouble]);
  if (!trouble) return null;
  return takesCookies ? texts[trouble] : `${texts[trouble]} ${texts.cookies}`;
}

/** Tried out: browsers that take them from no site say that they are enabled all the same. */
function acceptsCookies(): boolean {
  const name = 'chat.probe';
  // biome-ignore lint/suspicious/noDocumentCookie: its successor is missing on plain http
  document.cookie = `${name}=1; SameSite=Strict`;
  const isTaken = document.cookie.includes(name);
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${name}=; Max-Age=0; SameSite=Strict`;
  return isTaken;
}

/** Said once, over what is shown, until it has been read (rules/reliability 12). */
export function StorageNotice() {
  const text = useStorageNotice();
  const [read, setRead] = useState<string | null>(null);
  if (!text || text === read) return null;
  return (
    <Notice
      icon={<Info aria-hidden="true" />}
      text={text}
      action={texts.understood}
      onAction={() => setRead(text)}
    />
  );
}
