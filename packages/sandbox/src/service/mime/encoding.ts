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

/** UTF-8 text in lines of at most 76 ASCII characters (RFC 2045 §6.7). */
export function quotedPrintable(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(quotedLine)
    .join('\r\n');
}

/** Text for a header: short printable ASCII stays as it is, anything else becomes encoded words (RFC 2047). */
export function headerText(text: string, longest = lineLength): string {
  return /^[\x20-\x7e]*$/.test(text) && text.length <= longest && !text.includes('=?')
    ? text
    : encodedWords(text);
}

/** A parameter of a header, with its separator; split and percent-encoded if necessary (RFC 2231). */
export function parameter(name: string, value: string): string {
  if (/^[\x20-\x7e]{0,60}$/.test(value)) {
    return `;\r\n ${name}="${value.replace(/["\\]/g, '\\$&')}"`;
  }
  const pieces: string[] = [];
  let piece = "UTF-8''";
  for (const character of value) {
    const encoded = [...encoder.encode(character)].map(percent).join('');
    if (piece.length + encoded.length > 60) {
      pieces.push(piece);
      piece = '';
    }
    piece += encoded;
  }
  return [...pieces, piece].map((part, index) => `;\r\n ${name}*${index}*=${part}`).join('');
}

function encodedWords(text: string): string {
  const words: string[] = [];
  let word = '';
  let length = 0;
  for (const character of text) {
    const bytes = encoder.encode(character).length;
    if (length + bytes > bytesPerWord) {
      words.push(word);
      word = '';
      length = 0;
    }
    word += character;
    length += bytes;
  }
  return [...words, word].map((part) => `=?UTF-8?B?${base64(encoder.encode(part))}?=`).join('\r\n ');
}

function quotedLine(line: string): string {
  const units: string[] = [];
  const bytes = encoder.encode(line);
  bytes.forEach((byte, index) => {
    const blank = byte === 0x20 || byte === 0x09;
    const printable = byte > 0x20 && byte < 0x7f && byte !== 0x3d;
    // Some relays strip trailing blanks, and change lines that begin with a dot or with "From ".
    const atRisk = blank ? index === bytes.length - 1 : index === 0 && (byte === 0x2e || byte === 0x46);
    units.push((blank || printable) && !atRisk ? String.fromCharCode(byte) : `=${hex(byte)}`);
  });
  const lines = [''];
  for (const unit of units) {
    if ((lines.at(-1) ?? '').length + unit.length > lineLength - 1) lines.push('');
    lines[lines.length - 1] += unit;
  }
  return lines.join('=\r\n');
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function percent(byte: number): string {
  const character = String.fromCharCode(byte);
  return /[A-Za-z0-9._~-]/.test(character) ? character : `%${hex(byte)}`;
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}
