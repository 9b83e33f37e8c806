// Runs in the measured page before its own scripts; what it notes is read from `window.bench`.
(() => {
  const notes = { keys: [], clicks: [], drawn: [] };
  window.bench = { ...notes, awaited: undefined, afterPaint, shows, whenShown };

  /** Once what has changed by now is on the screen. */
  function afterPaint(then) {
    requestAnimationFrame(() => afterFrame(then));
  }

  /** Called in a frame that has not been painted yet: once it is. */
  function afterFrame(then) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(performance.now());
    port2.postMessage(null);
  }

  function shows(text) {
    return document.querySelector('[role=log]')?.textContent.includes(text) ?? false;
  }

  function whenShown(isShown, then) {
    requestAnimationFrame(() => {
      if (isShown()) afterFrame(then);
      else whenShown(isShown, then);
    });
  }

  function whenUsable(text) {
    const composer = document.querySelector('textarea');
    if (composer && !composer.disabled && shows(text)) {
      afterPaint((now) => {
        // Heard by the driver, whose own way to wait runs a long script in the page.
        console.debug('usable', now);
      });
    } else requestAnimationFrame(() => whenUsable(text));
  }

  const noteInto = (samples, event) => afterPaint((now) => samples.push(now - event.timeStamp));
  addEventListener('keydown', (event) => noteInto(window.bench.keys, event), true);
  addEventListener(
    'click',
    (event) => {
      noteInto(window.bench.clicks, event);
      const { awaited } = window.bench;
      // Later clicks are none of its.
      window.bench.awaited = undefined;
      if (awaited)
        whenShown(
          () => shows(awaited),
          (now) => window.bench.drawn.push(now - event.timeStamp),
        );
    },
    true,
  );
  whenUsable('n.º ');
})();
