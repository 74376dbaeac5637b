/* Copy a text that is shown once. Over plain http browsers let no page copy: then the text is selected instead. */

for (const button of document.querySelectorAll("[data-copy]")) {
  const shown = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", async () => {
    shown.select();
    if (!navigator.clipboard) return;
    await navigator.clipboard.writeText(shown.value);
    button.textContent = button.dataset.wordDone;
  });
}
