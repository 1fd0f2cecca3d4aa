import { request } from '../control-plane.ts';
import type { Message } from '../control-types.ts';
import { Pairs } from '../parts/item.tsx';
import { LongSource } from '../parts/source.tsx';
import { Problem } from '../parts/states.tsx';
import { useRead } from '../reads.ts';

/** The message's own headers, and its MIME source. */
export function Raw({ message: { id, messageId, headers } }: { readonly message: Message }) {
  const { response: text, problem } = useRead(
    async (caller) => (await request(caller, 'getRawMessage', { id })).text(),
    [id],
  );
  if (text === undefined) return <Problem text={problem} />;
  return (
    <>
      <Pairs rows={[['Message-ID', messageId], ...Object.entries(headers)]} />
      <LongSource text={text} />
    </>
  );
}
