/* Ask before an act that is hard to take back.

   A submit button (or link) with data-confirm="Void deal 7?" opens the dialog #confirm of includes/confirm_dialog.html.
   data-confirm-detail adds a sentence, data-confirm-yes names the act on the button, data-confirm-danger makes it red. */

const dialog = document.getElementById("confirm");
const part = (name) => dialog.querySelector(`[data-confirm-${name}]`);
const usualYes = dialog && part("yes").textContent;
let asked = null;

document.addEventListener("click", (event) => {
  const trigger = event.target.closest("[data-confirm]");
  if (!dialog || !trigger || trigger === asked) return;
  event.preventDefault();
  open(trigger);
});

function open(trigger) {
  const { confirm, confirmDetail, confirmYes, confirmDanger } = trigger.dataset;
  part("question").textContent = confirm;
  part("detail").textContent = confirmDetail ?? "";
  part("detail").hidden = !confirmDetail;
  part("yes").textContent = confirmYes ?? usualYes;
  part("yes").classList.toggle("btn-danger", confirmDanger !== undefined);
  part("yes").classList.toggle("btn-primary", confirmDanger === undefined);
  dialog.returnValue = "no";
  dialog.addEventListener("close", () => answer(trigger), { once: true });
  dialog.showModal();
}

function answer(about) {
  const trigger = about.isConnected ? about : again(about);
  trigger?.focus();
  if (!trigger || dialog.returnValue !== "yes") return;
  if (asksElse(trigger, about)) return void open(trigger);
  asked = trigger; // the second click, ours, passes through with the button's own name and value
  trigger.click();
  asked = null;
}

/** Find what stands in the place of a button that a live page has drawn anew while it was asked about: what leads to the
    same. A click on the old one would do nothing, and say nothing. */
const again = (gone) => [...document.querySelectorAll(gone.localName)].find((one) =>
  leadsTo(one) === leadsTo(gone) && one.name === gone.name && one.value === gone.value);

const leadsTo = ({ form, href }) => form?.action ?? href ?? null;

/** Tell whether a yes to one question is none to that which stands there now. */
const asksElse = (now, then) =>
  now.hasAttribute("data-confirm") && now.dataset.confirm !== then.dataset.confirm;
