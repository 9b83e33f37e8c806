import { isBlank, limits, textErrors } from '@chat/contract/checks';
import type { NoticeVersion } from '@chat/contract/privacy-notice';
import { FileText } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../shared/api-error.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ViewDialog } from '../../shared/ui/dialog.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import rowStyles from '../../shared/ui/rows.module.css';
import { TextArea } from '../../shared/ui/text-field.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { withBreaks } from '../../shared/ui/with-breaks.tsx';
import { usePublishNotice } from './api.ts';
import styles from './privacy-notice.module.css';
import { privacyNoticeTexts } from './privacy-notice.texts.ts';
import { NoticeText } from './read-notice.tsx';

const { page: texts, form: formTexts, title: noticeTitle } = privacyNoticeTexts;

/** When a version was published, and by whom. */
function Published({ version }: { version: NoticeVersion }) {
  return (
    <p className={styles.hint}>
      {texts.published} <Time instant={version.publishedAt} />{' '}
      {withBreaks(texts.by(version.publishedBy))}
    </p>
  );
}

interface NoticeInForceProps {
  version: NoticeVersion;
  onWithdraw: () => void;
}

/** The version in force, with its text. */
export function NoticeInForce({ version, onWithdraw }: NoticeInForceProps) {
  return (
    <section className={styles.card} aria-labelledby="notice-in-force">
      <div>
        <h2 id="notice-in-force" className={styles.title}>
          {texts.inForce(version.version)}
        </h2>
        <Published version={version} />
      </div>
      <NoticeText text={version.text} />
      <Button variant="secondary" className={styles.action} onClick={onWithdraw}>
        {texts.withdraw}
      </Button>
    </section>
  );
}

/** Versions that are no longer in force; each can be read. */
export function OlderVersions({ versions }: { versions: NoticeVersion[] }) {
  const [read, setRead] = useState<NoticeVersion | null>(null);
  if (versions.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby="older-notices">
      <h2 id="older-notices" className={styles.title}>
        {texts.older}
      </h2>
      <ul className={rowStyles.rows}>
        {versions.map((version) => (
          <li key={version.version} className={rowStyles.row}>
            <div className={styles.grow}>
              <p>{texts.inForce(version.version)}</p>
              <Published version={version} />
            </div>
            <Button
              variant="ghost"
              icon={<FileText aria-hidden="true" />}
              aria-label={texts.olderNamed(version.version)}
              onClick={() => setRead(version)}
            >
              {texts.read}
            </Button>
          </li>
        ))}
      </ul>
      <ViewDialog
        isOpen={read !== null}
        onClose={() => setRead(null)}
        title={read ? `${noticeTitle}: ${texts.inForce(read.version)}` : noticeTitle}
      >
        <p className={styles.plain}>{withBreaks(read?.text ?? '')}</p>
      </ViewDialog>
    </section>
  );
}

interface PublishDialogProps {
  /** To begin with: the text in force, or the draft. */
  text: string;
  /** The text in force would be no new version. */
  isInForce: boolean;
  onClose: () => void;
}

/** Where a version is written and published; a refusal keeps the text. */
export function PublishDialog({ text: first, isInForce, onClose }: PublishDialogProps) {
  const [text, setText] = useState(first);
  const [refusal, setRefusal] = useState<string>();
  const publish = usePublishNotice();
  const isSame = isInForce && text === first;
  const problem = isSame ? undefined : (refusal ?? problemOf(text));
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isSame || problem || publish.isPending) return;
    publish.mutate(text, {
      onSuccess: onClose,
      onError: (error) =>
        setRefusal(error instanceof ApiError ? error.errors.text?.[0] : undefined),
    });
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={formTexts.title}
      description={formTexts.hint}
      onSubmit={handleSubmit}
      isChanged={text !== first}
      footer={
        <Button
          type="submit"
          isBusy={publish.isPending}
          disabled={isSame || problem !== undefined}
          title={isSame ? formTexts.unchanged : undefined}
        >
          {formTexts.save}
        </Button>
      }
    >
      <TextArea
        label={formTexts.text}
        rows={16}
        value={text}
        error={problem}
        hint={isSame ? formTexts.unchanged : gapsIn(text)}
        onChange={(event) => {
          setText(event.target.value);
          setRefusal(undefined);
        }}
      />
    </FormDialog>
  );
}

/** The gaps that the company has to fill in; the draft has them in brackets. */
function gapsIn(text: string): string | undefined {
  const gaps = new Set(text.match(/\[[^[\]\n]{1,60}\]/g)?.slice(0, 10));
  return gaps.size > 0 ? formTexts.gaps([...gaps]) : undefined;
}

function problemOf(text: string): string | undefined {
  if (isBlank(text)) return formTexts.blank;
  return [...text].length > limits.notice ? textErrors.tooLong(limits.notice) : undefined;
}
