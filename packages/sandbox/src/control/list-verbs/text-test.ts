/** A test of whether a text contains `part`, whatever its case, in linear time. `undefined` if the part is empty. */
export function textTest(part: string | RegExp | undefined): ((text: string) => boolean) | undefined {
  // A search begins at the start, also with the flag g.
  if (part instanceof RegExp) return (text) => text.search(part) !== -1;
  if (part === undefined || part === '') return undefined;
  const lower = part.toLowerCase();
  if (part.length > longestCompared) return longTextTest(lower);
  // Lower-casing a text would copy it; a pattern reads it in place, if the part is ASCII.
  if (!/[^\0-\x7f]/.test(part)) {
    const pattern = new RegExp(part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`), 'i');
    return (text) => pattern.test(text);
  }
  return (text) => text.toLowerCase().includes(lower);
}

/** For longer parts, the engine's own search may compare most of the part at every place in the text. */
const longestCompared = 32;

/** Finds a long part by the algorithm of Knuth, Morris and Pratt, which never goes back in the text. */
function longTextTest(part: string): (text: string) => boolean {
  const borders = bordersOf(part);
  return (text) => {
    const lower = text.toLowerCase();
    let matched = 0;
    for (let index = 0; index < lower.length; index++) {
      const unit = lower.charCodeAt(index);
      while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
      if (part.charCodeAt(matched) === unit) matched += 1;
      if (matched === part.length) return true;
    }
    return false;
  };
}

/** For each beginning of a text, the length of the longest shorter beginning with which it also ends. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length);
  for (let index = 1, length = 0; index < text.length; index++) {
    while (length > 0 && text[length] !== text[index]) length = borders[length - 1] ?? 0;
    if (text[length] === text[index]) length += 1;
    borders[index] = length;
  }
  return borders;
}
