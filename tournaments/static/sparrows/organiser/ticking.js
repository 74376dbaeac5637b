/* Tick many boxes by one button: those of a name, but for the values that are to be looked at one by one. */

for (const button of document.querySelectorAll("[data-tick]")) {
  const but = button.dataset.but.split(" ");
  button.hidden = false;
  button.addEventListener("click", () => {
    for (const box of button.form.elements[button.dataset.tick]) box.checked ||= !but.includes(box.value);
  });
}
