import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

interface Highlight {
  index: number;
  setIndex: (index: number) => void;
  list: React.RefObject<HTMLDivElement | null>;
  handleKeyDown: (event: KeyboardEvent) => void;
}

/** Which of `count` options the keyboard is on; it goes round at the ends, and Enter chooses. */
export function useHighlight(count: number, choose: (index: number) => void): Highlight {
  const [asked, setIndex] = useState(0);
  const index = Math.min(asked, count - 1);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }, [index]);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || count === 0) return;
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const move = moves[event.key];
    if (move !== undefined) setIndex((index + move + count) % count);
    else if (event.key === 'Enter') choose(index);
    else return;
    event.preventDefault();
  };
  return { index, setIndex, list, handleKeyDown };
}
