const encoder = new TextEncoder();
const lineLength = 76;
/** Bytes whose base64 fills a line. */
const bytesPerLine = 57;
/** Bytes whose base64, with `=?UTF-8?B?` and `?=` around it, fits into an encoded word of 75 characters. */
const bytesPerWord = 45;

/** Base64 in lines of 76 characters (RFC 2045 §6.8). */
export function base64Lines(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; start += bytesPerLine) {
    lines.push(base64(bytes.subarray(start, start + bytesPerLine)));
  }
  return lines.join('\r\n');
}

/** Whether all bytes are ASCII. */
export function isASCII(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}

/** The same bytes with CRLF at the end of every line, whatever it was: mail allows no other (RFC 2045 §2.7). */
export function networkLines(bytes: Uint8Array): Uint8Array {
  const [cr, lf] = [13, 10];
  const lines = new Uint8Array(2 * bytes.length);
  let length = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte === lf && bytes[at - 1] === cr) continue;
    if (byte === cr || byte === lf) {
      lines[length++] = cr;
      lines[length++] = lf;
    } else lines[length++] = byte;
  }
  return lines.slice(0, length);
}

/** UTF-8 text in lines of at most 76 ASCII characters (RFC 2045 §6.7). */
export function quotedPrintable(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(quotedLine)
    .join('\r\n');
}

/** Text that needs no encoding in a header: printable ASCII without spaces around it or the mark of an encoded word. */
const plain = /^(?! )(?!.*=\?)[\x20-\x7e]*(?<! )$/;

/** Text for a header: short printable ASCII stays as it is, anything else becomes encoded words (RFC 2047). */
export function headerText(text: string, longest = lineLength): string {
  return plain.test(text) && text.length <= longest ? text : encodedWords(text);
}

/** A parameter of a header, with its separator; split and percent-encoded if necessary (RFC 2231). */
export function parameter(name: string, value: string): string {
  if (plain.test(value) && value.length <= 60) {
    return `;\r\n ${name}="${value.replace(/["\\]/g, '\\$&')}"`;
  }
  const encoded = Array.from(value, (character) => [...encoder.encode(character)].map(percent).join(''));
  const pieces = inPieces(["UTF-8''", ...encoded], 60, ({ length }) => length);
  return pieces.map((piece, index) => `;\r\n ${name}*${index}*=${piece}`).join('');
}

function encodedWords(text: string): string {
  const words = inPieces([...text], bytesPerWord, (character) => encoder.encode(character).length);
  return words.map((word) => `=?UTF-8?B?${base64(encoder.encode(word))}?=`).join('\r\n ');
}

/** Joins parts into as few pieces as possible, none of which is longer than `most`. */
function inPieces(parts: readonly string[], most: number, lengthOf: (part: string) => number): string[] {
  const pieces = [''];
  let length = 0;
  for (const part of parts) {
    if (length + lengthOf(part) > most) {
      pieces.push('');
      length = 0;
    }
    pieces[pieces.length - 1] += part;
    length += lengthOf(part);
  }
  return pieces;
}

/** What quoted-printable must encode besides `=`: relays strip trailing blanks and change dots and "From ". */
const unquoted = /[^\t\x20-\x7e]+|^[.F]|[\t ]$/gu;
/** A part of a line that does not end inside of `=3D`, with room for the `=` behind it. */
const quotedPart = new RegExp(`.{1,${lineLength - 1}}(?<!=.?)`, 'g');

function quotedLine(line: string): string {
  const quoted = line
    .replaceAll('=', '=3D')
    .replaceAll(unquoted, (found) => Array.from(encoder.encode(found), (byte) => `=${hex(byte)}`).join(''));
  return (quoted.match(quotedPart) ?? []).join('=\r\n');
}

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

function percent(byte: number): string {
  const character = String.fromCharCode(byte);
  return /[A-Za-z0-9._~-]/.test(character) ? character : `%${hex(byte)}`;
}

const hex = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0');
