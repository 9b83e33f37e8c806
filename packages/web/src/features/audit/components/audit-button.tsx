import { ScrollText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { auditTexts as texts } from '../audit.texts.ts';

const AuditDialog = lazy(async () => ({
  default: (await import('./audit-dialog.tsx')).AuditDialog,
}));

export function AuditButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={texts.open} icon={ScrollText} onClick={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <AuditDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
