/** A short hash (two sums of FNV-1a); not cryptographic. */
export function fingerprint(bytes: Uint8Array): string {
  let a = 0x811c9dc5;
  let b = 0x01000193 ^ bytes.length;
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x5bd1e995);
  }
  return [a, b].map((sum) => (sum >>> 0).toString(16).padStart(8, '0')).join('');
}
