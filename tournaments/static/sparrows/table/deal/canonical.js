/* One way to write a value and its SHA-256, equal to the server's: a receipt is believed only if the hashes agree.

   Own arithmetic, since browsers give `crypto.subtle` to https pages only and a hall's server may speak plain http. */

/** Write JSON with sorted keys and no spaces. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const pairs = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${pairs.join(",")}}`;
}

/** Make a random key (UUID version 4) where `crypto.randomUUID` is not to be had. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const text = hex(bytes);
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join("-");
}

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const PRIMES = firstPrimes(64);
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
const ROUND_WORDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

function firstPrimes(wanted) {
  const primes = [];
  for (let number = 2; primes.length < wanted; number += 1) {
    if (primes.every((prime) => number % prime)) primes.push(number);
  }
  return primes;
}

/** Hash a text (FIPS 180-4); hexadecimal. */
export function sha256(text) {
  const words = padded(new TextEncoder().encode(text));
  const state = [...START];
  for (let block = 0; block < words.length; block += 16) compress(state, words.slice(block, block + 16));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function padded(bytes) {
  const words = new Array((((bytes.length + 8) >> 6) + 1) * 16).fill(0);
  bytes.forEach((byte, at) => { words[at >> 2] |= byte << (24 - (at % 4) * 8); });
  words[bytes.length >> 2] |= 0x80 << (24 - (bytes.length % 4) * 8);
  words[words.length - 1] = bytes.length * 8;
  return words;
}

const turn = (word, by) => (word >>> by) | (word << (32 - by));

function schedule(words) {
  for (let at = 16; at < 64; at += 1) {
    const early = words[at - 15], late = words[at - 2];
    const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[at] = (words[at - 16] + low + words[at - 7] + high) | 0;
  }
  return words;
}

function compress(state, block) {
  const words = schedule(block);
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < 64; at += 1) {
    const high = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + high + ((e & f) ^ (~e & g)) + ROUND_WORDS[at] + words[at]) | 0;
    const low = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => { state[at] = (state[at] + word) | 0; });
}
