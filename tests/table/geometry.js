/* Where the tablet's controls lie: what cannot be tapped where it is shown, or is shown where nobody looks.
   A list that is read may lie below in a box that scrolls: what is in it has to come by scrolling that box. */
([reading, popovers]) => {
  const CONTROLS = "button, summary, a[href], input, select, textarea";
  const named = (one) => one.id || one.textContent.trim().slice(0, 30);
  const dialog = document.querySelector("dialog[open]");
  const POINTS = [[0.5, 0.5], [0.15, 0.5], [0.85, 0.5], [0.5, 0.15], [0.5, 0.85]];
  const points = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return POINTS.map(([across, down]) => document.elementFromPoint(left + width * across, top + height * down));
  };
  const isWithin = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1;
  };
  const fault = (one) => {
    if (!isWithin(one)) return "leaves the screen";
    const hit = points(one).find((found) => !one.contains(found));
    if (hit === undefined) return "";
    const above = hit?.closest(popovers); // what was opened by a tap lies over the rest until another tap
    return above && !above.contains(one) ? "" : `covered by ${hit?.id || hit?.className || hit?.localName}`;
  };
  const scrolledTo = (one) => {
    const boxes = [...document.querySelectorAll("#table-app, #table-app *, dialog *, dialog")].map((box) => [box, box.scrollTop]);
    one.scrollIntoView({ block: "nearest" });
    const found = fault(one);
    for (const [box, top] of boxes) if (box.scrollTop !== top) box.scrollTop = top;
    return found;
  };
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".visually-hidden, .skip-link");
  const app = document.getElementById("table-app"), scrolled = app?.scrollTop;
  if (app) app.scrollTop = 0; // the first screen
  const faults = [];
  for (const one of (dialog ?? document).querySelectorAll(CONTROLS)) {
    if (!shown(one)) continue;
    const found = fault(one) && (!one.closest(reading) || scrolledTo(one)) && fault(one);
    if (found) faults.push(`${named(one)} ${found}`);
  }
  /* A name that breaks in the middle of a word, or is cut. */
  for (const one of document.querySelectorAll(".seat-name")) {
    if (!shown(one) || dialog) continue;
    if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1) faults.push(`${one.textContent} is cut`);
    const text = one.firstChild;
    for (const { 0: word, index } of text ? text.data.matchAll(/\S+/g) : []) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ x, y }) => (getComputedStyle(one).writingMode === "horizontal-tb" ? y : x)));
      if (lines.size > 1) faults.push(`${word} is broken`);
    }
  }
  /* A name that lies over its wind or score, and sums that are cut at the side. */
  const says = (one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const rects = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return [...range.getClientRects()];
  };
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  for (const one of dialog ? [] : document.querySelectorAll(".seat-name")) {
    for (const other of one.closest(".seat, .seat-tab")?.querySelectorAll("*") ?? []) {
      if (!says(other) || !shown(other) || !shown(one) || other.contains(one) || one.contains(other) || getComputedStyle(other).clipPath !== "none") continue;
      if (rects(one).some((box) => rects(other).some((its) => meet(box, its)))) faults.push(`${one.textContent} lies over ${named(other)}`);
    }
  }
  for (const one of document.querySelectorAll(".preview, .sheet-why")) {
    if (shown(one) && one.scrollWidth > one.clientWidth + 1) faults.push(`${one.className} is cut at the side`);
  }
  for (const one of document.querySelectorAll(".felt-said > *, .felt-middle > *")) {
    const { top, bottom } = one.getBoundingClientRect(), box = one.parentElement.getBoundingClientRect();
    if (shown(one) && !dialog && (top < box.top - 1 || bottom > box.bottom + 1)) faults.push(`${named(one)} is cut`);
  }
  /* What cannot be read or hit. */
  for (const one of document.body.querySelectorAll("*")) {
    if (!says(one) || !shown(one)) continue;
    const size = parseFloat(getComputedStyle(one).fontSize);
    if (size < 12) faults.push(`${named(one)} is written in ${size}`);
  }
  const across = innerWidth < 400 ? 37 : 44; // nine tiles beside each other on a phone
  for (const one of document.querySelectorAll("button, summary, a.btn, select")) {
    const { width, height } = one.getBoundingClientRect();
    if (shown(one) && (height < 43.9 || width < (one.matches(".tiles *") ? across : 43.9))) faults.push(`${named(one)} is ${width} by ${height}`);
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth !== clientWidth) faults.push(`the page is ${scrollWidth} wide`);
  if (document.scrollingElement.scrollHeight > innerHeight + 1) faults.push(`the page is ${document.scrollingElement.scrollHeight} high`);
  if (app) app.scrollTop = scrolled;
  return faults;
}
