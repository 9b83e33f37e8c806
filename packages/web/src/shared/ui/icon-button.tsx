import { Tooltip } from '@base-ui/react/tooltip';
import { BareIconButton, type BareIconButtonProps } from './bare-icon-button.tsx';
import styles from './icon-button.module.css';

export interface IconButtonProps extends BareIconButtonProps {
  /** Off where there are very many: a row of a long table, a message. */
  withTooltip?: boolean;
}

export function IconButton({ withTooltip = true, ...props }: IconButtonProps) {
  if (!withTooltip) return <BareIconButton {...props} />;
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={<BareIconButton {...props} />} />
      <Tooltip.Portal>
        <Tooltip.Positioner className={styles.positioner} sideOffset={6}>
          <Tooltip.Popup className={styles.tooltip}>{props.label}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
