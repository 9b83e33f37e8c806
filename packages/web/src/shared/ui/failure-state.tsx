import { CloudAlert, RotateCw } from 'lucide-react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { uiTexts } from './ui.texts.ts';

/** What could not be read, with a way on. */
export function FailureState({ title, onRetry }: { title?: string; onRetry?: () => void }) {
  const retry = onRetry && (
    <Button variant="secondary" icon={<RotateCw aria-hidden="true" />} onClick={onRetry}>
      {uiTexts.retry}
    </Button>
  );
  return (
    <EmptyState icon={CloudAlert} title={title ?? uiTexts.failed} action={retry}>
      {uiTexts.failedHint}
    </EmptyState>
  );
}
