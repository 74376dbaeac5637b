/* Write a text as a QR code (ISO/IEC 18004): bytes, error correction L, mask 0. What is written here is compressed, so
   that its modules look random under any mask, and it is read from a bright screen, where L is plenty. */

// For versions 1 to 40 at level L: error correction codewords of a block, and number of blocks.
const CHECKS = [
  7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
  28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
];
const BLOCKS = [
  1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8,
  8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
];
const FORMAT = 0b111011111000100; // level L, mask 0, with its own check bits
const VERSION_CHECK = 0b1111100100101;

const sizeOf = (version) => 4 * version + 17;

/** Give the modules of the smallest code that holds a text: rows of true (dark) and false. */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = CHECKS.findIndex((_, at) => room(at + 1) >= bytes.length) + 1;
  if (!version) throw new RangeError(`${bytes.length} bytes are too many for one code`);
  const grid = patterns(version);
  const free = grid.map((row) => row.map((module) => module === null));
  fill(grid, interleaved(codewords(bytes, version), version));
  return grid.map((row, y) => row.map((dark, x) => (free[y][x] && (x + y) % 2 === 0 ? !dark : dark)));
}

/* ------------------------------------------------------------------ how much fits */
function allCodewords(version) {
  const places = alignments(version).length;
  const aligned = places ? 25 * places * places - 10 * places - 55 : 0;
  return Math.floor((16 * version * version + 128 * version + 64 - aligned - (version >= 7 ? 36 : 0)) / 8);
}

const dataCodewords = (version) => allCodewords(version) - CHECKS[version - 1] * BLOCKS[version - 1];
const countBits = (version) => (version < 10 ? 8 : 16);
const room = (version) => Math.floor((dataCodewords(version) * 8 - 4 - countBits(version)) / 8);

/* ------------------------------------------------------------------ codewords */
function codewords(bytes, version) {
  const wanted = dataCodewords(version) * 8;
  const bits = [...binary(0b0100, 4), ...binary(bytes.length, countBits(version)), ...[...bytes].flatMap((byte) => binary(byte, 8))];
  bits.push(...new Array(Math.min(4, wanted - bits.length)).fill(0));
  bits.push(...new Array((8 - bits.length % 8) % 8).fill(0));
  for (let pad = 0xec; bits.length < wanted; pad ^= 0xec ^ 0x11) bits.push(...binary(pad, 8));
  return Array.from({ length: wanted / 8 }, (_, at) => parseInt(bits.slice(at * 8, at * 8 + 8).join(""), 2));
}

const binary = (number, length) => Array.from({ length }, (_, at) => (number >> (length - 1 - at)) & 1);

/** Cut the data into blocks, the shorter ones first, and deal out data and checks in turn. */
function interleaved(data, version) {
  const count = BLOCKS[version - 1], short = Math.floor(data.length / count);
  const long = data.length % count;
  const blocks = Array.from({ length: count }, (_, at) => {
    const from = at * short + Math.max(0, at - (count - long));
    return data.slice(from, from + short + (at >= count - long ? 1 : 0));
  });
  const checks = blocks.map((block) => remainder(block, generator(CHECKS[version - 1])));
  return [...inTurns(blocks), ...inTurns(checks)];
}

const inTurns = (lists) => Array.from({ length: Math.max(...lists.map((list) => list.length)) },
  (_, at) => lists.filter((list) => at < list.length).map((list) => list[at])).flat();

/* ------------------------------------------------------------------ Reed and Solomon, over the field of 256 numbers */
function times(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) product = (product << 1) ^ (product & 0x80 ? 0x11d : 0) ^ ((other >> bit) & 1 ? one : 0);
  return product;
}

/** Give the coefficients of (x - 1)(x - 2)(x - 4)..., without the leading one. */
function generator(degree) {
  let factors = [1];
  for (let root = 1, done = 0; done < degree; root = times(root, 2), done += 1) {
    const shifted = [...factors, 0];
    factors = shifted.map((factor, at) => factor ^ (at ? times(factors[at - 1], root) : 0));
  }
  return factors.slice(1);
}

function remainder(data, divisor) {
  const rest = new Array(divisor.length).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    divisor.forEach((coefficient, at) => { rest[at] ^= times(coefficient, factor); });
  }
  return rest;
}

/* ------------------------------------------------------------------ modules */
/** Draw what every code of a version has; the places of data stay null. */
function patterns(version) {
  const size = sizeOf(version);
  const grid = Array.from({ length: size }, () => new Array(size).fill(null));
  const put = (x, y, dark) => { if (x >= 0 && y >= 0 && x < size && y < size) grid[y][x] = Boolean(dark); };
  for (let at = 0; at < size; at += 1) {
    put(at, 6, at % 2 === 0);
    put(6, at, at % 2 === 0);
  }
  square(put, 3, 3, 4);
  square(put, size - 4, 3, 4);
  square(put, 3, size - 4, 4);
  const places = alignments(version), last = size - 7;
  for (const x of places) for (const y of places) {
    if (!((x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6))) square(put, x, y, 2);
  }
  format(put, size);
  if (version >= 7) versionBits(put, size, version);
  return grid;
}

/** Draw rings around a middle: dark, but for the second and the fifth. */
function square(put, middle, row, radius) {
  for (let y = -radius; y <= radius; y += 1) for (let x = -radius; x <= radius; x += 1) {
    const ring = Math.max(Math.abs(x), Math.abs(y));
    put(middle + x, row + y, radius === 2 ? ring !== 1 : ring !== 2 && ring !== 4);
  }
}

function alignments(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2, last = sizeOf(version) - 7;
  const step = version === 32 ? 26 : Math.ceil((last - 6) / (count - 1) / 2) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => last - (count - 2 - at) * step)];
}

function format(put, size) {
  for (let bit = 0; bit < 15; bit += 1) {
    const dark = (FORMAT >> bit) & 1;
    const along = bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit;
    const other = bit < 8 ? size - 1 - bit : bit < 9 ? 7 : 14 - bit;
    put(8, along, dark);
    put(other, 8, dark);
  }
  put(8, size - 8, true);
}

function versionBits(put, size, version) {
  let rest = version << 12;
  for (let bit = 17; bit >= 12; bit -= 1) if ((rest >> bit) & 1) rest ^= VERSION_CHECK << (bit - 12);
  const bits = (version << 12) | rest;
  for (let bit = 0; bit < 18; bit += 1) {
    const near = Math.floor(bit / 3), far = size - 11 + bit % 3;
    put(near, far, (bits >> bit) & 1);
    put(far, near, (bits >> bit) & 1);
  }
}

/** Lay the bits down in columns of two, from the right, up and down in turn; places left over stay light. */
function fill(grid, words) {
  const size = grid.length;
  let at = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1) for (const x of [right, right - 1]) {
      const y = up ? size - 1 - step : step;
      if (grid[y][x] !== null) continue;
      grid[y][x] = Boolean((words[at >> 3] >> (7 - at % 8)) & 1);
      at += 1;
    }
  }
}
