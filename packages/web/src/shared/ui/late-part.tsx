import { type ReactNode, useEffect } from 'react';
import { create } from 'zustand';
import { fetchCode, LostCode } from '../reload-page.ts';
import { onRegistered } from '../socket.ts';
import { LateFailure } from './late-failure.tsx';

interface Loaded<Part> {
  part: Part | null;
  failure: 'away' | 'lost' | null;
}

export interface FailureProps {
  isNeeded?: boolean;
  /** Whoever gives it up: then the failure stands over the page as what was asked for would have, else in its place. */
  onClose?: (() => void) | undefined;
  /** Stands there meanwhile. */
  children?: ReactNode;
}

/**
 * A part of the page that is fetched later on, and used at once when it has come already. One that does not come says so
 * in its own place, and all else stays as it is (rules/reliability 13).
 */
export function latePart<Part extends object>(fetchPart: () => Promise<Part>) {
  const useLoaded = create<Loaded<Part>>(() => ({ part: null, failure: null }));
  let asked: Promise<Part> | undefined;

  function load(): Promise<Part> {
    asked ??= fetchCode(fetchPart).then(
      (part) => {
        useLoaded.setState({ part, failure: null });
        return part;
      },
      (error: unknown) => {
        // Asked for again where it is needed next.
        asked = undefined;
        useLoaded.setState({ failure: error instanceof LostCode ? 'lost' : 'away' });
        throw error;
      },
    );
    return asked;
  }
  const tryAgain = () => void load().catch(() => undefined);

  /** Null until it is there. */
  function usePart(isNeeded: boolean): Part | null {
    const part = useLoaded((loaded) => loaded.part);
    const isAwaited = isNeeded && part === null;
    useEffect(() => {
      if (!isAwaited) return;
      // What failed before, for want of a network, is no news.
      useLoaded.setState({ failure: null });
      tryAgain();
      return onRegistered(tryAgain);
    }, [isAwaited]);
    return part;
  }

  /** In the place of the part until it is there. */
  function Failure({ isNeeded = true, onClose, children }: FailureProps): ReactNode {
    const { part, failure } = useLoaded();
    if (!isNeeded || failure === null || part !== null) return children;
    return <LateFailure isLost={failure === 'lost'} onRetry={tryAgain} onClose={onClose} />;
  }

  return { load, usePart, Failure };
}
