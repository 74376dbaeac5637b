/* What somebody typed into a form, kept in sessionStorage: going back and loading anew find it. `over` is a mark of what the
   form was about; what was typed under another one is forgotten. */

const KEY = `typed ${location.pathname}`;

const isTyped = ({ name, type }) => name && !["hidden", "submit", "button"].includes(type);
const isTicked = ({ type }) => type === "checkbox" || type === "radio";
const valueOf = (field) => (isTicked(field) ? field.checked : field.value);
const named = (field) => (isTicked(field) ? `${field.name}=${field.value}` : field.name);
const typed = (form) => [...form.elements].filter(isTyped);

export function keep(form, over) {
  const fields = Object.fromEntries(typed(form).map((field) => [named(field), valueOf(field)]));
  store(() => sessionStorage.setItem(KEY, JSON.stringify({ over, fields })));
}

/** Fill in what was typed before, and tell whether it differs from what the page shows. */
export function giveBack(form, over) {
  const kept = store(() => JSON.parse(sessionStorage.getItem(KEY)));
  if (kept?.over !== over) return forget() ?? false;
  const other = typed(form).filter((field) => (kept.fields[named(field)] ?? valueOf(field)) !== valueOf(field));
  for (const field of other) field[isTicked(field) ? "checked" : "value"] = kept.fields[named(field)];
  return other.length > 0;
}

export const forget = (key = KEY) => store(() => sessionStorage.removeItem(key));

/** Use the storage; a browser may have none. */
export function store(use) {
  try {
    return use();
  } catch {
    return null;
  }
}
