import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, memo } from 'react';
import { cx } from './cx.ts';
import styles from './icon-button.module.css';

export interface BareIconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string;
  icon: LucideIcon;
  variant?: 'ghost' | 'plain' | 'primary' | 'danger';
  size?: 's' | 'm';
}

/** Without a tooltip, whose machinery is heavy: for the first page, and where there are very many. */
export function BareIconButton({
  label,
  icon,
  variant = 'ghost',
  size = 'm',
  type = 'button',
  className,
  ...rest
}: BareIconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={cx(styles.button, styles[variant], styles[size], className)}
    >
      <Glyph icon={icon} />
    </button>
  );
}

/** Making an icon is dearer than its button, and it never changes. */
const Glyph = memo(function Glyph({ icon: Icon }: { icon: LucideIcon }) {
  return <Icon aria-hidden="true" />;
});
