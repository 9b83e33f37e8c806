// Runs after probe.js: how soon something opens.
(() => {
  const { whenShown } = window.bench;
  Object.assign(window.bench, { measureOpening });

  /** From the next click or key until something is painted that the selector finds. */
  function measureOpening(selector) {
    window.bench.opened = undefined;
    const begun = new AbortController();
    const begin = ({ timeStamp }) => {
      begun.abort();
      const isShown = () => document.querySelector(selector) !== null;
      whenShown(isShown, (now) => {
        window.bench.opened = now - timeStamp;
      });
    };
    for (const type of ['click', 'keydown'])
      addEventListener(type, begin, { capture: true, signal: begun.signal });
  }
})();
