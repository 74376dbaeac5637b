/* A hand that is being written as text: the word at the caret, what it may become, what is written for good. Values in, values
   out; how hands are written is `scoring/notation.py`'s. */

export const MOST = 9;
const PART = /[^\s[\](){}]*$/;
const CLOSING = { "[": "]", "(": ")", "{": "}" };
const FEW = 2; // letters from which on a name is looked for: one letter is the beginning of a code

/** Give the word that ends at the caret, where it begins, and the bracket it stands in, if any. */
export function wordAt(text, caret) {
  const before = text.slice(0, caret), [word] = PART.exec(before);
  const opened = Math.max(...Object.keys(CLOSING).map((sign) => before.lastIndexOf(sign)));
  const closed = Math.max(...Object.values(CLOSING).map((sign) => before.lastIndexOf(sign)));
  return { word, from: caret - word.length, open: opened > closed ? opened : null, inside: /^[^\s[\](){}]/.test(text.slice(caret)) };
}

/** List what the word at the caret may become; with nothing written yet only where everything is asked for. */
export function offers(lexicon, text, caret, everything = false) {
  const { word, open, inside } = wordAt(text, caret);
  if (inside || (!word && !everything)) return [];
  const fitting = lexicon.filter(({ place }) => place === (open === null ? "rack" : "meld") && !(word && place === "meld" && hasMore(text, open, caret)));
  if (!word) return fitting;
  return [...fitting.filter((one) => beginsAs(one, word)), ...fitting.filter((one) => !beginsAs(one, word) && isCalled(one, word))].slice(0, MOST);
}

/** A set is offered as the only thing in its brackets. */
const hasMore = (text, open, caret) => /\s/.test(text.slice(open + 1, caret).trimStart());

const beginsAs = ({ code }, word) => {
  const typed = word.toLowerCase(), whole = code.toLowerCase();
  return whole.startsWith(typed) || whole.replace(/^[+#]/, "").startsWith(typed);
};
const isCalled = ({ name }, word) =>
  word.length >= FEW && name.toLowerCase().split(/[\s:,()]+/).some((part) => part.startsWith(word.toLowerCase()));

/** Put what was chosen in the place of the word, its bracket closed; what it leaves open (“#unshown:”) goes on there. */
export function taken(text, caret, { code }) {
  const { from, open } = wordAt(text, caret), after = text.slice(caret).trimStart();
  const closing = open === null ? "" : CLOSING[text[open]];
  const rest = closing && after.startsWith(closing) ? after.slice(1).trimStart() : after;
  const until = `${text.slice(0, from)}${code}${closing}${/[:=]$/.test(code) ? "" : " "}`;
  return { text: until + rest, caret: until.length };
}

/** Give what is written without the word, or the set, that is not finished. */
export function finished(text, caret) {
  const { from, open } = wordAt(text, caret);
  return `${text.slice(0, open === null ? from : open)} ${text.slice(caret)}`.trim();
}
