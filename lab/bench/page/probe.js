// Runs in the measured page before its own scripts; what it notes is read from `window.bench`.
(() => {
  const notes = { keys: [], clicks: [], drawn: [], frames: [], apart: [] };
  window.bench = { ...notes, awaited: undefined, afterPaint, measureFrames, measurePlaces, shows };

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

  function whenShown(text, then) {
    requestAnimationFrame(() => {
      if (shows(text)) afterFrame(then);
      else whenShown(text, then);
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

  function measureFrames() {
    let last = performance.now();
    const next = (now) => {
      window.bench.frames.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  }

  /**
   * After each paint, by how many pixels a message in sight has moved otherwise than the rest of them. The browser's own
   * layout shifts do not tell: rows that are placed anew while the list is scrolled by as much, and by the wheel, count
   * there though they stay where they were seen.
   */
  function measurePlaces() {
    let before = new Map();
    const note = () => {
      const places = placesInSight();
      const moves = [...places].flatMap(([row, top]) =>
        before.has(row) ? [top - before.get(row)] : [],
      );
      moves.sort((one, other) => one - other);
      const usual = moves[Math.floor(moves.length / 2)] ?? 0;
      window.bench.apart.push(Math.max(0, ...moves.map((move) => Math.abs(move - usual))));
      before = places;
      afterPaint(note);
    };
    afterPaint(note);
  }

  function placesInSight() {
    const log = document.querySelector('[role=log]');
    const { top, bottom } = log.getBoundingClientRect();
    const rows = [...log.querySelectorAll('article')].map((row) => [
      row,
      row.getBoundingClientRect(),
    ]);
    const inSight = rows.filter(([, place]) => place.top >= top && place.bottom <= bottom);
    return new Map(inSight.map(([row, place]) => [row, place.top]));
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
