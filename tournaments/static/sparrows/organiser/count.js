/* Count on the button who will be entered while lines are ticked to be left out. */

const count = document.querySelector("[data-count]");
const boxes = [...document.querySelectorAll("input[data-counted]")];

addEventListener("change", () => {
  if (count) count.textContent = String(boxes.filter((box) => !box.checked).length);
});
