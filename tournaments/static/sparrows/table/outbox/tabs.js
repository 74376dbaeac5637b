/* The other tabs of this browser: each tells the others that the store changed, or that a new version was taken. */

const line = "BroadcastChannel" in globalThis ? new BroadcastChannel("sparrows-table") : null;

/** Tell the other tabs. */
export const tell = (news) => line?.postMessage(news);

/** Hear them: `listeners` maps the news to what is done about it. */
export function hear(listeners) {
  line?.addEventListener("message", ({ data }) => listeners[data]?.());
}
