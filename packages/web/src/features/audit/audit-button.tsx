import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { lateComponent } from '../../shared/ui/late-part.tsx';
import { auditTexts as texts } from './audit.texts.ts';

const { Late: AuditDialog } = lateComponent(
  async () => (await import('./audit-dialog.tsx')).AuditDialog,
);

export function AuditButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={texts.open} icon={ScrollText} onClick={() => setOpen(true)} />
      {isOpen && <AuditDialog onClose={() => setOpen(false)} />}
    </>
  );
}
