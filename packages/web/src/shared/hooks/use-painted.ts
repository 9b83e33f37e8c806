import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from '../after-paint.ts';

/** Whether the component has been on the screen: what need not be there at first is drawn after that, bit by bit. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), []);
  return isPainted;
}
