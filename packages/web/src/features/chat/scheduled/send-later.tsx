import { CalendarClock } from 'lucide-react';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { OverlaysFailure, useOverlays } from '../../../shared/ui/late-overlays.ts';
import { latePart } from '../../../shared/ui/late-part.tsx';
import { usePopupButton } from '../../../shared/ui/popup-button.ts';
import { useFetchedWhenIdle } from '../../../shared/when-settled.ts';
import type { ComposerHandle } from '../composer/composer-actions.ts';
import type { ChatTarget } from '../list/chat-lists.ts';
import { scheduledTexts as texts } from './scheduled.texts.ts';
import { useIsScheduling } from './scheduled.ts';
import styles from './send-later.module.css';

const late = latePart(() => import('./later-menu.tsx'));

interface SendLaterProps {
  target: ChatTarget;
  composer: ComposerHandle;
}

/** The button beside that which sends; its menu offers when (rules/scheduled-page 1). */
export function SendLater({ target, composer }: SendLaterProps) {
  const menu = usePopupButton('menu');
  const overlays = useOverlays(menu.isOpen);
  useFetchedWhenIdle(late.load);
  const part = late.usePart(menu.isOpen);
  const isScheduling = useIsScheduling(target);
  return (
    <>
      <IconButton
        {...menu.button}
        className={styles.button}
        label={texts.later}
        icon={CalendarClock}
        isBusy={isScheduling}
        withTooltip={false}
        disabled={!composer.canSend}
      />
      {overlays && part && (
        <part.LaterMenu target={target} composer={composer} popup={menu.popup} />
      )}
      <OverlaysFailure isNeeded={menu.isOpen} onClose={menu.close}>
        <late.Failure isNeeded={menu.isOpen} onClose={menu.close} />
      </OverlaysFailure>
    </>
  );
}
