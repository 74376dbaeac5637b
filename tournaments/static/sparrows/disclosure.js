/* What a tap opened stays open under the second tap of a double one. */

document.addEventListener("click", (event) => {
  if (event.detail > 1 && event.target.closest("summary")) event.preventDefault();
});
