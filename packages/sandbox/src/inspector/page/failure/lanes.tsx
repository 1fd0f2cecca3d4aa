import type { LaneCall, Schedule } from '../control-types.ts';
import { hrefOf } from '../route.ts';

/** What passed when: a line for each task, with its requests from left to right. */
export function Lanes({ schedule }: { readonly schedule: Schedule }) {
  const { lanes, steps, crash, printed = [] } = schedule;
  const starts = new Set(lanes.flatMap(({ calls }) => calls.map(({ from }) => from)));
  const columns = Array.from({ length: steps }, (_, step) =>
    starts.has(step) ? 'minmax(110px, 2fr)' : 'minmax(28px, 1fr)',
  ).join(' ');
  return (
    <figure class="sweep-lanes box" tabIndex={0} aria-label="What passed when">
      <ul>
        {lanes.map(({ task, calls }, index) => (
          <li key={index}>
            <strong>{task}</strong>
            <div class="sweep-track" style={{ gridTemplateColumns: `${columns} 28px` }}>
              {calls.map((call) => (
                <Call key={call.from} call={call} steps={steps} crash={crash} />
              ))}
              {crash !== undefined && (
                <span class="sweep-crash" style={{ gridColumn: crash + 1 }} title="Crash">
                  ✗
                </span>
              )}
            </div>
          </li>
        ))}
      </ul>
      <figcaption class="fine">
        Time goes from left to right. A box begins when a request reaches the service, and ends when its
        answer leaves{crash === undefined ? '' : ', or at the crash ✗'}.
      </figcaption>
      {printed.length > 0 && (
        <details>
          <summary>What the program printed</summary>
          {printed.map(({ when, text }, index) => (
            <pre key={index}>{`— ${when}\n${text.trimEnd()}`}</pre>
          ))}
        </details>
      )}
    </figure>
  );
}

function Call({
  call: { name, from, to, requestId, status, note, line },
  steps,
  crash,
}: {
  readonly call: LaneCall;
  readonly steps: number;
  readonly crash: number | undefined;
}) {
  const end = to === undefined ? 'open' : to === crash ? 'crashed' : 'answered';
  const ending = {
    open: 'never answered',
    crashed: `crash ${requestId === undefined ? 'before' : 'after'} it`,
    answered: status === undefined ? 'no response' : String(status),
  }[end];
  const look = {
    class: `sweep-call row ${end} ${note === undefined ? '' : 'noted'}`,
    style: { gridColumn: `${from + 1} / ${(to ?? steps) + 2}` },
    title: line === undefined ? `${name}: ${ending}` : `${name} at ${line}: ${ending}`,
  };
  const content = (
    <>
      <span class="break">{name}</span>
      <span class="sweep-ending">{ending}</span>
      {line !== undefined && <span class="sweep-ending">{line}</span>}
      {note !== undefined && <span class="sweep-note">{note}</span>}
    </>
  );
  if (requestId === undefined) return <span {...look}>{content}</span>;
  return (
    <a {...look} href={hrefOf('requests', requestId, {})}>
      {content}
    </a>
  );
}
