import { useEffect, useState } from 'preact/hooks';
import { request } from '../control-plane.ts';
import { Problem } from '../parts/problem.tsx';
import { messageOf, useSandbox } from '../sandbox-context.ts';

const shownCharacters = 200_000;

/** The message as MIME source, as it would be sent. */
export function Raw({ id }: { readonly id: string }) {
  const { caller } = useSandbox();
  const [text, setText] = useState<string>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let left = false;
    request(caller, `/messages/${id}/raw`)
      .then((response) => response.text())
      .then(
        (raw) => !left && setText(raw),
        (error: unknown) => !left && setProblem(messageOf(error)),
      );
    return () => (left = true);
  }, [caller, id]);
  if (problem !== undefined) return <Problem text={problem} />;
  if (text === undefined) return null;
  return (
    <>
      <pre class="code" tabIndex={0}>
        {text.slice(0, shownCharacters)}
      </pre>
      {text.length > shownCharacters && (
        <p class="hint">Only the beginning is shown. Download the .eml file to see the rest.</p>
      )}
    </>
  );
}
