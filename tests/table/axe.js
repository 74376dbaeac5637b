/* Ask axe-core each question of the page as it lies open once: what was looked at before is known.

   `axe.py` calls this in a page beside axe-core, with what earlier pages taught, and keeps what `look` learns in this. */

([standards, taught]) => {
  const COLOURS = ["color-contrast", "link-in-text-block"];
  // The rules that are left ask the document: what it says and which elements are shown.
  const SHAPES = ["scrollable-region-focusable", "target-size"];
  const known = new Set(taught);
  let learnt = [];
  let fresh = false; // whether a text was met that looks as none did

  /* ------------------------------------------------------------------ what is known */
  function digest(text) {
    let one = 0x811c9dc5, two = 0x41c6ce57;
    for (let at = 0; at < text.length; at += 1) {
      one = Math.imul(one ^ text.charCodeAt(at), 0x01000193);
      two = Math.imul(two ^ text.charCodeAt(at), 0x5f356495);
    }
    return `${text.length} ${one >>> 0} ${two >>> 0}`;
  }

  function isNew(text) {
    const name = digest(text);
    if (known.has(name)) return false;
    known.add(name);
    learnt.push(name);
    return true;
  }

  /* ------------------------------------------------------------------ the document */
  const isShown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  /** Say what the document says, and of each of its parts what of it is shown. */
  function parts() {
    const bits = (part) => [part, ...part.querySelectorAll("*")].map((one) => (isShown(one) ? 1 : 0)).join("");
    const drawn = [...document.body.children].map((part) => part.outerHTML + bits(part));
    return [document.title + document.body.outerHTML, ...drawn];
  }

  /* ------------------------------------------------------------------ texts and what they stand on */
  /** Give each kind of text with one that stands for it: what it looks like, and whatever may lie under or over it.

      Text is held to less from 24 pixels on, if it is bold from 18.66 on; how big it is else makes no difference. */
  function texts() {
    const shown = [document.body, ...document.body.querySelectorAll("*")].filter(isShown);
    const styles = new Map(shown.map((one) => [one, getComputedStyle(one)]));
    const styled = (one) => styles.get(one) ?? getComputedStyle(one);
    const { grounds, layers } = lying(styled);
    const painted = shown.filter((one) => isPainted(styles.get(one)))
      .map((one) => ({ one, box: one.getBoundingClientRect(), look: `${paint(styles.get(one))} ${layers(one)}` }));
    const look = (one) => {
      const { color, fontSize, fontWeight, textDecorationLine, textShadow } = styles.get(one);
      const large = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24);
      const around = one.parentElement && styled(one.parentElement).color;
      const own = [color, around, textDecorationLine, textShadow, large, grounds(one)];
      return [...own, ...overlapping(one, painted).map((other) => beside(one, other)), layers(one)].join(";");
    };
    return new Map(shown.filter(says).map((one) => [look(one), one]));
  }

  const says = (one) => one.matches("input, textarea, select") ||
    [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const paint = (style) => [style.backgroundColor, style.backgroundImage, style.opacity].join();
  const isPainted = (style) => style.backgroundColor !== "rgba(0, 0, 0, 0)" || style.backgroundImage !== "none";

  /** Say of an element what it stands on, up to what nothing shines through, and what fades or lifts it. */
  function lying(styled) {
    const kept = { grounds: new Map(), layers: new Map() };
    const keep = (name, work) => (one) => {
      if (!one) return "";
      if (!kept[name].has(one)) kept[name].set(one, work(one, styled(one)));
      return kept[name].get(one);
    };
    const isLast = ({ backgroundColor, opacity }) => backgroundColor.startsWith("rgb(") && opacity === "1";
    const grounds = keep("grounds", (one, style) =>
      isLast(style) ? paint(style) : `${paint(style)}/${grounds(one.parentElement)}`);
    const layers = keep("layers", (one, { position, zIndex, opacity }) =>
      (position === "static" && opacity === "1" ? "" : `${position} ${zIndex} ${opacity}/`) + layers(one.parentElement));
    return { grounds, layers };
  }

  /** List what is painted where a text is, and does not hold it; behind a modal dialog lies nothing of the page. */
  function overlapping(one, painted) {
    const mine = one.getBoundingClientRect(), modal = one.closest("dialog:modal");
    return painted.filter(({ one: other, box }) =>
      box.left < mine.right && mine.left < box.right && box.top < mine.bottom && mine.top < box.bottom &&
      !other.contains(one) && (!modal || modal.contains(other)));
  }

  const beside = (one, { one: other, look }) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? "after " : "before ") + look;

  /* ------------------------------------------------------------------ asking */
  let asked = new Set();

  /** Let the rules of colours ask only those who are `asked`: to look at a page again for them takes as long as all else. */
  for (const rule of axe._audit.rules.filter(({ id }) => COLOURS.includes(id))) {
    const { matches } = rule;
    rule.matches = (one, ...more) => asked.has(one) && matches(one, ...more);
  }

  /** Ask by standards or by rules. No rule of ours reads the style sheets that `preload` would fetch again. */
  async function found(rules) {
    const how = { resultTypes: ["violations"], preload: false, selectors: false, runOnly: rules };
    const { violations } = await axe.run(document, how);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => [id, html.slice(0, 160)]));
  }

  /** Choose whose colours are asked for: of texts that look alike, one, and none whose look is known. */
  function choose() {
    const chosen = new Set([...texts()].filter(([look]) => isNew(look)).map(([, one]) => one));
    fresh ||= chosen.size > 0;
    return chosen;
  }

  /** Ask a document that is new for everything, one that is known for what depends on how it is drawn. */
  function inTheLight() {
    asked = choose();
    return found(parts().filter(isNew).length ? standards : [...SHAPES, ...(asked.size ? COLOURS : [])]);
  }

  /** Ask for colours alone: what is shown, and where, is the same as in the light. */
  function inTheDark() {
    asked = choose();
    return asked.size ? found(COLOURS) : [];
  }

  /** List the same of the system's own few colours, which are the page's own in no theme. */
  globalThis.lookForced = async () => {
    learnt = [];
    const faults = (await inTheDark()).map((fault) => ["forced", ...fault]);
    return { faults, learnt };
  };

  /** List theme, rule and element of each fault, and what was learnt. */
  globalThis.look = async () => {
    const faults = [], { dataset } = document.documentElement;
    learnt = [];
    fresh = false;
    for (const [theme, ask] of [["light", inTheLight], ["dark", inTheDark]]) {
      dataset.theme = theme;
      faults.push(...(await ask()).map((fault) => [theme, ...fault]));
    }
    delete dataset.theme;
    return { faults, learnt, fresh };
  };

}
