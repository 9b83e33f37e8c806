import type { MessageType } from '@chat/contract/messages';
import { useState } from 'react';
import { useObjectUrl } from '../../../../shared/hooks/use-object-url.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { onGround } from '../../media/clear-ground.ts';
import { FileCard } from '../../media/components/file-card.tsx';
import type { ShownImage } from '../../media/components/image-dialog.tsx';
import { filesTexts } from '../../media/files.texts.ts';
import { openOwnPreview, usePreview } from '../../media/image-preview.ts';
import { isVector } from '../../media/shown-whole.ts';
import { useOutgoingFile } from '../../outbox/hooks/use-outgoing-file.ts';
import {
  type OutgoingFile,
  type OutgoingMessage,
  removeOutgoing,
  useOutbox,
} from '../../outbox/outbox.ts';
import { useUploadShare } from '../../outbox/upload-progress.ts';
import styles from './outgoing-media.module.css';

interface OutgoingMediaProps {
  outgoing: OutgoingMessage;
  file: OutgoingFile;
}

/** A file on its way, seen from this computer, with how far it has got. */
export function OutgoingMedia({ outgoing, file }: OutgoingMediaProps) {
  const { referenceId, type, state } = outgoing;
  return (
    <div className={styles.media}>
      <LocalFile referenceId={referenceId} type={type} file={file} />
      {state === 'pending' && <Progress referenceId={referenceId} name={file.name} />}
    </div>
  );
}

interface LocalFileProps {
  referenceId: string;
  type: MessageType;
  file: OutgoingFile;
}

function LocalFile({ referenceId, type, file: { name, size } }: LocalFileProps) {
  const url = useObjectUrl(useOutgoingFile(referenceId));
  const [hasFailed, setHasFailed] = useState(false);
  if (type !== 'IMAGE' || !url || hasFailed || isVector(name)) {
    return <FileCard type={type} name={name} size={size} />;
  }
  return (
    <button
      type="button"
      className={styles.image}
      aria-label={filesTexts.viewImage(name)}
      onClick={() => openOwnPreview(referenceId)}
    >
      <img
        {...onGround(name)}
        src={url}
        alt={name}
        draggable={false}
        onError={() => setHasFailed(true)}
      />
    </button>
  );
}

/** The image of a message on its way that is looked at, from the bytes that are here. */
export function useOwnPreview(): ShownImage | undefined {
  const referenceId = usePreview((preview) => preview.referenceId);
  const outgoing = useOutbox(({ messages }) =>
    messages.find((one) => one.referenceId === referenceId),
  );
  const url = useObjectUrl(useOutgoingFile(outgoing?.file ? outgoing.referenceId : null));
  return url && outgoing?.file ? { src: url, url, name: outgoing.file.name } : undefined;
}

function Progress({ referenceId, name }: { referenceId: string; name: string }) {
  const share = useUploadShare(referenceId);
  const percent = Math.floor((share ?? 0) * 100);
  return (
    <div className={styles.progress}>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={filesTexts.uploading(name)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div className={styles.done} style={{ width: `${percent}%` }} />
      </div>
      <span className={styles.percent}>
        {share === undefined ? filesTexts.waiting : filesTexts.percent(share)}
      </span>
      <Button variant="ghost" size="s" onClick={() => removeOutgoing(referenceId)}>
        {filesTexts.cancel}
      </Button>
    </div>
  );
}
