import { useMemo, useState } from 'preact/hooks';
import { request } from '../control-plane.ts';
import type { Message } from '../control-types.ts';
import { Checkbox } from '../parts/form.tsx';
import { LongSource } from '../parts/source.tsx';
import { Problem } from '../parts/states.tsx';
import { Pairs } from '../parts/table.tsx';
import { useRead } from '../reads.ts';

/** The headers of its own that a message has, and the message as MIME source: as it would be sent, or decoded. */
export function Raw({ message: { id, messageId, headers } }: { readonly message: Message }) {
  const [isDecoded, decode] = useState(false);
  const { response: raw, problem } = useRead(
    async (caller) => (await request(caller, 'getRawMessage', { id })).text(),
    [id],
  );
  const text = useMemo(() => (isDecoded && raw !== undefined ? decodedMime(raw) : raw), [raw, isDecoded]);
  if (text === undefined) return <Problem text={problem} />;
  return (
    <>
      <Pairs rows={[['Message-ID', messageId], ...Object.entries(headers)]} />
      <Checkbox label="Decoded" checked={isDecoded} onChange={decode} />
      <LongSource text={text} />
    </>
  );
}

/** Encoded words of a header: `=?utf-8?Q?caf=C3=A9?=`. */
const encodedWord = /=\?utf-8\?([bq])\?([^?]*)\?=(?:\s+(?==\?))?/gi;

const decoder = new TextDecoder();

/** MIME source with its texts decoded: headers, and bodies in quoted-printable or base64. Files stay as they are. */
function decodedMime(source: string): string {
  const [, boundary] =
    /^content-type:\s*multipart\/[^]*?boundary="?([^";\r\n]+)"?/im.exec(headOf(source)) ?? [];
  if (boundary !== undefined) {
    const mark = `--${boundary}`;
    const [before = '', ...parts] = source.split(mark);
    return [
      wordsDecoded(before),
      ...parts.map((part) => (part.startsWith('--') ? part : decodedMime(part))),
    ].join(mark);
  }
  const head = headOf(source);
  const body = source.slice(head.length);
  const [, encoding = ''] = /^content-transfer-encoding:\s*(\S+)/im.exec(head) ?? [];
  const isText = /^content-type:\s*text\//im.test(head) || !/^content-type:/im.test(head);
  return `${wordsDecoded(head)}${isText ? decoded(body, encoding.toLowerCase()) : body}`;
}

/** The headers of a part, which may follow the end of a boundary's line, up to the blank line behind them. */
function headOf(source: string): string {
  return /^(?:\r?\n)?[^]*?(?:\r?\n){2}/.exec(source)?.[0] ?? source;
}

function wordsDecoded(head: string): string {
  return head.replaceAll(encodedWord, (_word, kind: string, text: string) =>
    /b/i.test(kind) ? decoded(text, 'base64') : decoded(text.replaceAll('_', ' '), 'quoted-printable'),
  );
}

function decoded(text: string, encoding: string): string {
  try {
    if (encoding === 'base64') return `${utf8(atob(text.replaceAll(/\s/g, '')))}\n`;
    if (encoding !== 'quoted-printable') return text;
    const bytes = text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return utf8(bytes);
  } catch {
    return text;
  }
}

/** The text whose bytes are the characters of another. */
function utf8(bytes: string): string {
  return decoder.decode(Uint8Array.from(bytes, (character) => character.codePointAt(0) ?? 0));
}
