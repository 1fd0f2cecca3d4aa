/**
 * A test of whether a text contains `part`; case does not matter. `undefined` if there is nothing to look
 * for.
 */
export function textTest(part: string | undefined): ((text: string) => boolean) | undefined {
  if (part === undefined || part === '') return undefined;
  // Lower-casing a text would copy it; a pattern reads it in place.
  if (isAscii(part)) {
    const pattern = new RegExp(part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`), 'i');
    return (text) => pattern.test(text);
  }
  const lower = part.toLowerCase();
  return (text) => text.toLowerCase().includes(lower);
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}
