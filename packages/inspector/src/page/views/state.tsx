import { useRef } from 'preact/hooks';
import type { Health } from '../answers.ts';
import { Copy } from '../parts/copy.tsx';
import { useDownload } from '../parts/download.ts';
import { Problem } from '../parts/problem.tsx';
import { messageOf, useAction, useAnswer, useSandbox } from '../sandbox.ts';

/** The sandbox as a whole: where it is, and its state as a file. */
export function State() {
  const { answer, problem } = useAnswer<Health>('/health');
  const { notify } = useSandbox();
  const act = useAction();
  const download = useDownload();
  const file = useRef<HTMLInputElement>(null);
  const load = async (chosen: File) => {
    try {
      const body: unknown = JSON.parse(await chosen.text());
      await act('/snapshot', { method: 'PUT', body, done: `The state is that of ${chosen.name}` });
    } catch (error) {
      notify(`${chosen.name} is not JSON: ${messageOf(error)}`, 'problem');
    }
  };
  const { origin } = location;
  return (
    <>
      <div class="head">
        <h1>State</h1>
      </div>
      <Problem text={problem} />
      <div class="cards">
        <section class="card">
          <h2>Addresses</h2>
          <ul class="plain-rows">
            {[`${origin}/api/v1`, `${origin}/_sandbox`].map((url) => (
              <li key={url}>
                <code class="grow break">{url}</code>
                <Copy text={url} />
              </li>
            ))}
          </ul>
          <p class="muted">Version {answer?.version}</p>
        </section>
        <section class="card">
          <h2>OpenAPI 3.1</h2>
          <p>The API as a document, with this sandbox as its server.</p>
          <div class="buttons">
            <a class="button" href="/_sandbox/openapi.json" target="_blank" rel="noreferrer">
              Open
            </a>
            <button type="button" onClick={() => download('/openapi.json', 'openapi.json')}>
              Download
            </button>
          </div>
        </section>
        <section class="card">
          <h2>Snapshot</h2>
          <p>Everything that the sandbox knows, as JSON: to put back later, or into another sandbox.</p>
          <div class="buttons">
            <button type="button" onClick={() => download('/snapshot', 'sandbox.json')}>
              Save to a file
            </button>
            <button type="button" onClick={() => file.current?.click()}>
              Load from a file
            </button>
            <input
              ref={file}
              type="file"
              accept="application/json,.json"
              class="hidden"
              tabIndex={-1}
              aria-label="Snapshot to load"
              onChange={({ currentTarget }) => {
                const [chosen] = currentTarget.files ?? [];
                currentTarget.value = '';
                if (chosen) void load(chosen);
              }}
            />
          </div>
        </section>
      </div>
    </>
  );
}
