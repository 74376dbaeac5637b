/* Whether the server answers. */

const PATIENCE = 8000; // milliseconds for the server to answer at all
const BAD_GATEWAY = 502, GATEWAY_TIMEOUT = 504; // a proxy answers, and not the server

export async function reaches() {
  try {
    const { status } = await fetch("/healthz", { cache: "no-store", redirect: "manual", signal: AbortSignal.timeout(PATIENCE) });
    return status < BAD_GATEWAY || status > GATEWAY_TIMEOUT;
  } catch {
    return false;
  }
}
