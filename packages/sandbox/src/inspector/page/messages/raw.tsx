import { useMemo, useState } from 'preact/hooks';
import type { Message } from '../control-types.ts';
import { request } from '../control-plane.ts';
import { Checkbox } from '../parts/form.tsx';
import { Problem } from '../parts/blocks.tsx';
import { LongSource } from '../parts/source.tsx';
import { Pairs } from '../parts/table.tsx';
import { useRead } from '../sandbox-context.ts';
import { decodedMime } from './decoded-mime.ts';

/** The headers of its own that a message has, and the message as MIME source: as it would be sent, or decoded. */
export function Raw({ message: { id, messageId, headers } }: { readonly message: Message }) {
  const [isDecoded, decode] = useState(false);
  const { answer: raw, problem } = useRead(
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
