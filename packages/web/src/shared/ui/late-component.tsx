import type { ComponentType, ReactNode } from 'react';
import { latePart } from './late-part.tsx';

/** A component whose file comes when it is first drawn. One that can be closed fails over the page, others in place. */
export function lateComponent<Props extends object>(
  fetchComponent: () => Promise<ComponentType<Props>>,
  pending: ReactNode = null,
) {
  const late = latePart(async () => ({ Component: await fetchComponent() }));

  function Late(props: Props & { onClose?: () => void }) {
    const part = late.usePart(true);
    if (part) return <part.Component {...props} />;
    return <late.Failure onClose={props.onClose}>{pending}</late.Failure>;
  }

  return { load: late.load, Late };
}
