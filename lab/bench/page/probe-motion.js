// Runs after probe.js: what is noted of each frame once it is asked for, read from `window.bench` too.
(() => {
  const { afterPaint } = window.bench;
  Object.assign(window.bench, { frames: [], apart: [], measureFrames, stopFrames, measurePlaces });

  let frame;

  function measureFrames() {
    let last = performance.now();
    window.bench.frames = [];
    const next = (now) => {
      window.bench.frames.push(now - last);
      last = now;
      frame = requestAnimationFrame(next);
    };
    frame = requestAnimationFrame(next);
  }

  function stopFrames() {
    cancelAnimationFrame(frame);
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
})();
