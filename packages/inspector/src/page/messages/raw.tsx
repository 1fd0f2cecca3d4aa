import { useEffect, useState } from 'preact/hooks';
import { request } from '../call.ts';
import { Problem } from '../parts/problem.tsx';
import { messageOf, useSandbox } from '../sandbox.ts';

const shownCharacters = 200_000;

/** A message as it would have travelled. */
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
      {text.length > shownCharacters && <p class="hint">The rest is in the download.</p>}
    </>
  );
}
