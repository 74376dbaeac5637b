/* Count on the button who will be entered while lines are ticked to be left out, or said to be people who are entered. */

const count = document.querySelector("[data-count]");
const boxes = [...document.querySelectorAll("input[data-counted]")];

addEventListener("change", () => {
  const there = [...document.querySelectorAll("input[data-entered]:checked")].map((radio) => radio.dataset.entered);
  if (count) count.textContent = String(boxes.filter((box) => !box.checked && !there.includes(box.value)).length);
});
