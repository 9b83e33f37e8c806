import { Tooltip } from '@base-ui/react/tooltip';
import styles from './tooltip-layer.module.css';
import { useTooltipAnchor } from './use-tooltip-anchor.ts';

/** One tooltip for all buttons that have one: it shows their name. */
export function TooltipLayer() {
  const { anchor, label, isShown, popup, hide } = useTooltipAnchor();
  return (
    <Tooltip.Root open={isShown} onOpenChange={(willOpen) => !willOpen && hide()}>
      <Tooltip.Portal>
        <Tooltip.Positioner className={styles.positioner} anchor={anchor} sideOffset={6}>
          <Tooltip.Popup ref={popup} className={styles.tooltip}>
            {label}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
