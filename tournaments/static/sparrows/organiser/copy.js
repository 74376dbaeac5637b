/* Copy a text that is shown once. Over plain http browsers let no page copy, and elsewhere a reader may forbid it: then the
   text is selected, ready for the keys that copy. */

for (const button of document.querySelectorAll("[data-copy]")) {
  const shown = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", async () => {
    shown.select();
    const copied = await navigator.clipboard?.writeText(shown.value).then(() => true, () => false);
    if (copied) button.textContent = button.dataset.wordDone;
  });
}
