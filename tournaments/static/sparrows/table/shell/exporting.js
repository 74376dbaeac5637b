/* Deals and corrections that cannot be sent, to be carried over by hand: as text, as a file, as pictures that an organiser
   scans.

   One line is one of them: {competition, table, body} as JSON, or the same packed after a mark ("S1Z" deflated, "S1J" not). */

const line = ({ competition, table, body }) => JSON.stringify({ competition, table, body });

/** Write deals as text: one line each. */
export const asText = (deals) => deals.map(line).join("\n");

/** Write a deal as the address that a picture holds; what stands after # is read by the organiser's page only. */
export async function asAddress(deal, template) {
  const [mark, bytes] = await packed(line(deal));
  const address = template.replace("SLUG", encodeURIComponent(deal.competition));
  return `${location.origin}${address}#${mark}${base64(bytes)}`;
}

async function packed(text) {
  if (!("CompressionStream" in globalThis)) return ["S1J", new TextEncoder().encode(text)];
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return ["S1Z", new Uint8Array(await new Response(stream).arrayBuffer())];
}

const base64 = (bytes) =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** Hand a text over as a file. */
export function download(text, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
