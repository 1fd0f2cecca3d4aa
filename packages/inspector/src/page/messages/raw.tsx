import { request } from '../control-plane.ts';
import { Problem } from '../parts/problem.tsx';
import { Source } from '../parts/source.tsx';
import { useRead } from '../sandbox-context.ts';

const shownCharacters = 200_000;

/** The message as MIME source, as it would be sent. */
export function Raw({ id }: { readonly id: string }) {
  const { answer: text, problem } = useRead(
    async (caller) => (await request(caller, `/messages/${id}/raw`)).text(),
    [id],
  );
  if (text === undefined) return <Problem text={problem} />;
  return (
    <>
      <Source text={text.slice(0, shownCharacters)} />
      {text.length > shownCharacters && (
        <p class="hint">Only the beginning is shown. Download the .eml file to see the rest.</p>
      )}
    </>
  );
}
