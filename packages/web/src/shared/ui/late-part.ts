import { useEffect, useState } from 'react';
import { create } from 'zustand';

/** A part of the page that is fetched later on, and used at once when it has come already. */
export function latePart<Part extends object>(fetchPart: () => Promise<Part>) {
  const useLoaded = create<{ part: Part | null }>(() => ({ part: null }));
  let asked: Promise<Part> | undefined;

  function load(): Promise<Part> {
    asked ??= fetchPart().then(
      (part) => {
        useLoaded.setState({ part });
        return part;
      },
      (error: unknown) => {
        // Asked for again where it is needed next.
        asked = undefined;
        throw error;
      },
    );
    return asked;
  }

  /** Null until it is there. */
  function usePart(isNeeded: boolean): Part | null {
    const { part } = useLoaded();
    const [, fail] = useState(null);
    useEffect(() => {
      if (!isNeeded) return;
      // As with every lazy part, the page's failure face offers a reload, which brings a newer version's files.
      load().catch((error: unknown) =>
        fail(() => {
          throw error;
        }),
      );
    }, [isNeeded]);
    return part;
  }

  return { load, usePart };
}
