/* A text as a QR code, by uqr 0.1.3 from npm, unchanged in vendor/ with its licence beside it: bytes, error correction L,
   mask 0. What is written here is compressed, so that its modules look random under any mask, and it is read from a
   bright screen, where L is plenty. */

import { encode } from "../vendor/uqr-0.1.3.js";

/** Give the modules of the smallest code that holds a text: rows of true (dark) and false. */
export const qrCode = (text) =>
  encode([...new TextEncoder().encode(text)], { ecc: "L", boostEcc: false, maskPattern: 0, border: 0 }).data;
