import { Popover } from '@base-ui/react/popover';
import type { Message } from '@chat/contract/messages';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLayer } from '../../../shared/layers.ts';
import { useSession } from '../../../shared/session.ts';
import { EmojiImage } from '../../../shared/ui/emoji-image.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import popupStyles from '../../../shared/ui/popup.module.css';
import styles from './reaction-picker.module.css';
import { reactionsTexts as texts } from './reactions.texts.ts';
import { reactionOf, useReact } from './reactions.ts';

export type RenderEmojis = (onPick: (emoji: string) => void) => ReactNode;

interface ReactionPickerProps {
  message: Message;
  /** Beside what it opens, and where the keyboard goes on afterwards. */
  anchor: HTMLElement;
  renderEmojis: RenderEmojis;
  onClose: () => void;
}

const OFFSET = 6;

/** Six at hand and all others behind 'Más emojis', for one message. */
export function ReactionPicker({ message, anchor, renderEmojis, onClose }: ReactionPickerProps) {
  const viewerId = useSession((session) => session.user?.uuid ?? '');
  const own = reactionOf(message.reactions, viewerId)?.emoji ?? null;
  const [isWhole, setWhole] = useState(false);
  const [side] = useState(() => popupSide(anchor.getBoundingClientRect(), window.innerHeight));
  const react = useReact();
  const pick = (emoji: string | null) => {
    react(message, emoji);
    onClose();
  };
  useLayer(true, onClose);
  return (
    <Popover.Root open modal onOpenChange={(open) => !open && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          className={popupStyles.positioner}
          anchor={anchor}
          side={side}
          sideOffset={OFFSET}
          collisionPadding={8}
          collisionAvoidance={{ side: 'shift', align: 'shift', fallbackAxisSide: 'none' }}
        >
          <Popover.Popup
            className={popupStyles.popup}
            aria-label={texts.react}
            finalFocus={() => (anchor.isConnected ? anchor : true)}
          >
            {isWhole ? (
              renderEmojis(pick)
            ) : (
              <QuickReactions
                own={own}
                onPick={(emoji) => pick(emoji === own ? null : emoji)}
                onMore={() => setWhole(true)}
              />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface QuickReactionsProps {
  own: string | null;
  onPick: (emoji: string) => void;
  onMore: () => void;
}

/** Thumbs up, heart, laugh, surprised, sad, angry (rules/reactions 11), and the way to all others. */
function QuickReactions({ own, onPick, onMore }: QuickReactionsProps) {
  return (
    <div className={styles.bar}>
      {Object.entries(texts.quick).map(([emoji, word]) => (
        <button
          key={emoji}
          type="button"
          className={styles.choice}
          aria-label={`${emoji} ${word}`}
          aria-pressed={emoji === own}
          title={word}
          onClick={() => onPick(emoji)}
        >
          <EmojiImage emoji={emoji} />
        </button>
      ))}
      <IconButton
        label={texts.moreEmojis}
        icon={Plus}
        size="s"
        onClick={onMore}
        withTooltip={false}
      />
    </div>
  );
}

const ROOM = 350;

/** Below, unless less than 350 px are free there and more than 350 px above (rules/reactions 12). */
export const popupSide = (
  anchor: Pick<DOMRect, 'top' | 'bottom'>,
  viewportHeight: number,
): 'top' | 'bottom' =>
  viewportHeight - anchor.bottom < ROOM && anchor.top > ROOM ? 'top' : 'bottom';
