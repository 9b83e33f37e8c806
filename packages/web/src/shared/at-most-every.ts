/** Runs `work` at the first call, and for all calls of the next `ms` together once more: none goes unanswered. */
export function atMostEvery(ms: number, work: () => void): () => void {
  let isResting = false;
  let isAsked = false;
  function run(): void {
    isResting = true;
    isAsked = false;
    work();
    setTimeout(() => {
      isResting = false;
      if (isAsked) run();
    }, ms);
  }
  return () => {
    if (isResting) isAsked = true;
    else run();
  };
}
