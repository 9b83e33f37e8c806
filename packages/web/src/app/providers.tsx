import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '../shared/query-client.ts';

export function Providers({ children }: { children: ReactNode }) {
  return (
    // The page's policy takes styles from its own files alone.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </CSPProvider>
  );
}
