/* A scanned picture brings its deal behind the # of the address: put it into the form, and out of the address. */

function takeOver() {
  const field = document.querySelector("#saved-deals textarea");
  const scanned = location.hash.slice(1);
  if (!scanned) return;
  history.replaceState(null, "", location.pathname);
  field.value = [field.value.trim(), scanned].filter(Boolean).join("\n");
  field.scrollIntoView({ block: "center" });
}

takeOver();
addEventListener("hashchange", takeOver);
