import { request } from '../control-plane.ts';
import { Problem } from '../parts/problem.tsx';
import { LongSource } from '../parts/source.tsx';
import { useRead } from '../sandbox-context.ts';

/** The message as MIME source, as it would be sent. */
export function Raw({ id }: { readonly id: string }) {
  const { answer: text, problem } = useRead(
    async (caller) => (await request(caller, `/messages/${id}/raw`)).text(),
    [id],
  );
  if (text === undefined) return <Problem text={problem} />;
  return <LongSource text={text} />;
}
