import { useRef } from 'preact/hooks';
import { model } from '../model.ts';
import { Button, CopyButton } from '../parts/button.tsx';
import { Head } from '../parts/head.tsx';
import { download } from '../parts/save.ts';
import { Problem } from '../parts/states.tsx';
import { useResponse } from '../reads.ts';

/** The sandbox's URLs, its OpenAPI document, and its state as a file. */
export function State() {
  const { response, problem } = useResponse('getHealth');
  const { origin } = location;
  return (
    <>
      <Head title="Settings" />
      <Problem text={problem} />
      <div class="cards tiles">
        <section class="card">
          <h2>URLs</h2>
          <ul class="plain-rows">
            {[`${origin}/api/v1`, `${origin}/_sandbox`].map((url) => (
              <li key={url}>
                <code class="grow">{url}</code>
                <CopyButton text={url} />
              </li>
            ))}
          </ul>
          <p class="muted">Version {response?.version}</p>
        </section>
        <section class="card">
          <h2>OpenAPI 3.1</h2>
          <p>The OpenAPI document of the API, with this sandbox as its server.</p>
          <div class="buttons row">
            <a class="button" href="/_sandbox/openapi.json" target="_blank" rel="noreferrer">
              Open
            </a>
            <Button
              label="Download"
              class="large"
              onClick={() => void download('getOpenApi', {}, 'openapi.json')}
            />
          </div>
        </section>
        <Snapshot />
      </div>
    </>
  );
}

/** Saves the state to a file, and loads it again. */
function Snapshot() {
  const file = useRef<HTMLInputElement>(null);
  const load = (chosen: File) =>
    void model.act('putSnapshot', {}, { file: chosen, done: `State loaded from ${chosen.name}` });
  return (
    <section class="card">
      <h2>Snapshot</h2>
      <p>
        The whole state of the sandbox as lines of JSON. Load it later, or into another sandbox: it replaces
        all accounts, mail, contacts and the clock, until you undo it.
      </p>
      <div class="buttons row">
        <Button
          label="Save to file"
          class="large"
          onClick={() => void download('getSnapshot', {}, 'sandbox.jsonl')}
        />
        <Button label="Load from file" class="large" onClick={() => file.current?.click()} />
        <input
          ref={file}
          type="file"
          accept="application/x-ndjson,.jsonl"
          class="hidden"
          tabIndex={-1}
          aria-label="Snapshot to load"
          onChange={({ currentTarget }) => {
            for (const chosen of currentTarget.files ?? []) load(chosen);
            currentTarget.value = '';
          }}
        />
      </div>
    </section>
  );
}
