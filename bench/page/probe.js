// Runs in the measured page before its own scripts; what it notes is read from `window.bench`.
(() => {
  const notes = { usableAt: undefined, keys: [], clicks: [], drawn: [], frames: [], shifts: [] };
  window.bench = { ...notes, awaited: undefined, measureFrames, shows };

  /** Once what has changed by now is on the screen. */
  function afterPaint(then) {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => then(performance.now());
      port2.postMessage(null);
    });
  }

  function shows(text) {
    return document.querySelector('[role=log]')?.textContent.includes(text) ?? false;
  }

  function whenShown(text, then) {
    if (shows(text)) afterPaint(then);
    else requestAnimationFrame(() => whenShown(text, then));
  }

  function whenUsable(text) {
    const composer = document.querySelector('textarea');
    if (composer && !composer.disabled && shows(text)) {
      afterPaint((now) => {
        window.bench.usableAt = now;
      });
    } else requestAnimationFrame(() => whenUsable(text));
  }

  function measureFrames() {
    let last = performance.now();
    let isOver = false;
    const next = (now) => {
      window.bench.frames.push(now - last);
      last = now;
      if (!isOver) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) window.bench.shifts.push(shift.value);
    }).observe({ type: 'layout-shift' });
    return () => {
      isOver = true;
    };
  }

  const noteInto = (samples, event) => afterPaint((now) => samples.push(now - event.timeStamp));
  addEventListener('keydown', (event) => noteInto(window.bench.keys, event), true);
  addEventListener(
    'click',
    (event) => {
      noteInto(window.bench.clicks, event);
      const { awaited } = window.bench;
      if (awaited) whenShown(awaited, (now) => window.bench.drawn.push(now - event.timeStamp));
    },
    true,
  );
  whenUsable('n.º ');
})();
