import { BareIconButton, type BareIconButtonProps } from './bare-icon-button.tsx';

export interface IconButtonProps extends BareIconButtonProps {
  /** Off where there are very many: a row of a long table, a message. */
  withTooltip?: boolean;
}

/** Its tooltip is shown by the one layer for all (`tooltip-layer.tsx`). */
export function IconButton({ withTooltip = true, ...props }: IconButtonProps) {
  return <BareIconButton {...props} data-tooltip={withTooltip || undefined} />;
}
