import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'wouter';
import { goTo, usePath } from '../navigation.ts';

interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
}

/** Leads to a page without loading the document anew, and says when that page is open. */
export function PageLink({ to, onClick, ...rest }: PageLinkProps) {
  const isOpen = usePath() === to;
  const open = isOpen && ({ 'aria-current': 'page', 'data-status': 'active' } as const);
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    goTo(to);
  };
  return <Link {...rest} {...open} href={to} onClick={handleClick} />;
}
