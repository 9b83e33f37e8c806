import { startTransition, useEffect, useState } from 'react';

/** Calls once the present content has been painted; returns a function to cancel. */
export function afterPaint(call: () => void): () => void {
  let timer: number | undefined;
  const frame = requestAnimationFrame(() => {
    timer = window.setTimeout(call);
  });
  return () => {
    cancelAnimationFrame(frame);
    window.clearTimeout(timer);
  };
}

/** Calls once the page has nothing better to do, or after so many ms where given; gives how to call it off. */
export function whenIdle(call: () => void, timeout?: number): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(call);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(call, timeout === undefined ? {} : { timeout });
  return () => cancelIdleCallback(idle);
}

/** Whether the component has been on the screen: what need not be there at first is drawn after that, bit by bit. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), []);
  return isPainted;
}

/** Runs jobs one after the other, in the order in which they are given; a failing job blocks none. */
export function serialQueue(): <Result>(job: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const done = last.then(job);
    last = done.catch(() => undefined);
    return done;
  };
}
