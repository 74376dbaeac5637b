/* Say whether this device trusts the hall's certificate.

   By http the page asks the same site by https; that fails where the certificate is unknown. By https it was opened
   perhaps past a warning, which a browser forgives for pages, but never for a worker: so it tries to keep one. */

const box = document.getElementById("hall");
const PATIENCE = 6000; // milliseconds

const shown = (state) => {
  for (const part of box.querySelectorAll("[data-is]")) part.hidden = part.dataset.is !== state;
};

const answers = async () => {
  const reply = await fetch(box.dataset.ask, { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(PATIENCE) });
  return (await reply.json()).secure === true;
};

const keeps = async () => {
  const policy = globalThis.trustedTypes?.createPolicy("sparrows-shell", { createScriptURL: (url) => url });
  const { worker } = box.dataset;
  const kept = await navigator.serviceWorker.register(policy ? policy.createScriptURL(worker) : worker, { scope: worker });
  return kept.unregister().then(() => true);
};

async function look() {
  shown("asking");
  const trusts = await (window.isSecureContext && location.protocol === "https:" ? keeps() : answers()).catch(() => false);
  shown(trusts ? "trusted" : "untrusted");
}

// Anew as a whole: a page makes its policy for the worker once.
box.querySelector("[data-again]").addEventListener("click", () => location.reload());
look();
