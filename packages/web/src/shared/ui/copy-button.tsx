import { Copy } from 'lucide-react';
import { notify } from '../toast/notify.ts';
import { Button } from './button.tsx';

interface CopyButtonProps {
  text: string;
  label: string;
  copied: string;
  failed: string;
  onCopied?: () => void;
  variant?: 'secondary' | 'ghost';
  'aria-describedby'?: string;
}

export function CopyButton(props: CopyButtonProps) {
  const { text, label, copied, failed, onCopied, variant = 'secondary' } = props;
  const handleClick = async () => {
    if (!(await copyText(text))) return notify(failed, 'error');
    notify(copied);
    onCopied?.();
  };
  return (
    <Button
      variant={variant}
      size="s"
      aria-describedby={props['aria-describedby']}
      icon={<Copy aria-hidden="true" />}
      onClick={() => void handleClick()}
    >
      {label}
    </Button>
  );
}

/** False where the browser does not let the page copy. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // On plain http there is no clipboard but the older way.
    return copyByEvent(text);
  }
}

function copyByEvent(text: string): boolean {
  const give = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
  };
  document.addEventListener('copy', give, { once: true });
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', give);
  return isCopied;
}
