/* Light or dark: the system's wish unless this browser chose otherwise; the choice stays in localStorage, never in a cookie.
   Loaded as a plain script before the first paint, so that a dark page never flashes white. */
{
  const KEY = "sparrows-theme";
  const root = document.documentElement;
  const system = window.matchMedia("(prefers-color-scheme: dark)");

  const remembered = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // storage is forbidden in some private windows: the choice then lasts for this page
    }
  };

  const remember = (theme) => {
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      /* as above */
    }
  };

  const current = () => root.dataset.theme || (system.matches ? "dark" : "light");

  const apply = (theme) => {
    if (theme === "dark" || theme === "light") root.dataset.theme = theme;
  };

  const label = () => {
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      button.hidden = false;
      button.setAttribute("aria-pressed", String(current() === "dark"));
    }
  };

  apply(remembered());
  system.addEventListener("change", label);
  document.addEventListener("DOMContentLoaded", label);
  window.addEventListener("storage", (event) => {
    if (event.key === KEY) {
      apply(event.newValue);
      label();
    }
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-switch]")) return;
    const theme = current() === "dark" ? "light" : "dark";
    apply(theme);
    remember(theme);
    label();
  });
}
