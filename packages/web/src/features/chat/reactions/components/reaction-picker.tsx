import { Popover } from '@base-ui/react/popover';
import type { Message } from '@chat/contract/messages';
import { type ReactNode, useState } from 'react';
import { useLayer } from '../../../../shared/layers.ts';
import { useSession } from '../../../../shared/session.ts';
import popup from '../../../../shared/ui/popup.module.css';
import { useReact } from '../api/react-to-message.ts';
import { reactionOf } from '../count-reactions.ts';
import { popupSide } from '../popup-side.ts';
import { reactionsTexts as texts } from '../reactions.texts.ts';
import { QuickReactions } from './quick-reactions.tsx';

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
          className={popup.positioner}
          anchor={anchor}
          side={side}
          sideOffset={OFFSET}
          collisionPadding={8}
          collisionAvoidance={{ side: 'shift', align: 'shift', fallbackAxisSide: 'none' }}
        >
          <Popover.Popup
            className={popup.popup}
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
