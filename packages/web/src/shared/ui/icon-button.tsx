import { Tooltip } from '@base-ui/react/tooltip';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import styles from './icon-button.module.css';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Its name, and its tooltip. */
  label: string;
  icon: LucideIcon;
  variant?: 'ghost' | 'plain' | 'primary' | 'danger';
  size?: 's' | 'm';
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

function BareIconButton({
  label,
  icon: Icon,
  variant = 'ghost',
  size = 'm',
  type = 'button',
  className,
  ...rest
}: Omit<IconButtonProps, 'withTooltip'>) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={cx(styles.button, styles[variant], styles[size], className)}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}
