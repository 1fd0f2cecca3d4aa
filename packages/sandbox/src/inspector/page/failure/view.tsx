import type { FailedTest, TimelineCall, SandboxEvent, Schedule, SweepBroken } from '../control-types.ts';
import { counted, dateAndTime, titleOf } from '../format.ts';
import { hrefOf, model } from '../model.ts';
import { Badge, StatusBadge } from '../parts/badge.tsx';
import { CopyButton } from '../parts/button.tsx';
import { Head } from '../parts/head.tsx';
import { Source } from '../parts/source.tsx';
import { EmptyState, Problem } from '../parts/states.tsx';
import { useResponse } from '../reads.ts';

/** Whether an event is a failure of a test or a sweep. */
export function isFailure({ type }: SandboxEvent): boolean {
  return type === 'test.failed' || type === 'sweep.broken';
}

/** What a failed test or a sweep has left: what went wrong, which task did what when, and the messages. */
export function Failure() {
  const { events, history } = model;
  const event = events.find(isFailure);
  if (!event) {
    return (
      <>
        <Head title="Failure" />
        <EmptyState title="No failure">
          <p>
            A test that fails leaves a file. Open it with <code>npx @mailrig/sandbox open FILE</code>.
          </p>
        </EmptyState>
      </>
    );
  }
  const { at, type, data } = event;
  // The type of the event determines its data.
  const broken = type === 'sweep.broken' ? (data as unknown as SweepBroken) : undefined;
  const { title, error } = data as unknown as FailedTest;
  return (
    <>
      <Head
        title={title}
        lead={`The sandbox as it was at ${dateAndTime(at)}. Its clock is frozen.${history ? '' : ' The file has no earlier states to rewind to.'}`}
      />
      <div class="failure">
        <div class="stack">
          {broken ? <Broken broken={broken} /> : <Source text={error} />}
          <Requests />
        </div>
        <Messages schedule={broken?.schedule} />
      </div>
    </>
  );
}

function Broken({ broken }: { readonly broken: SweepBroken }) {
  const { invariant, message, schedule, reproduction, also } = broken;
  return (
    <>
      <p class="failure-message">
        <Badge text={invariant} tone="bad" /> {message}
      </p>
      {schedule && <Timeline schedule={schedule} />}
      <section>
        <h2 class="line">
          Run it again <CopyButton text={reproduction} />
        </h2>
        <Source text={reproduction} />
        {also.length > 0 && <p class="hint">Also: {also.join('; ')}</p>}
      </section>
    </>
  );
}

/** The latest requests, newest first. */
function Requests() {
  const { response, problem } = useResponse('listRequests', { limit: 50 });
  return (
    <section>
      <h2 class="line">Requests</h2>
      <Problem text={problem} />
      <ul class="plain-rows box">
        {response?.requests.map(({ requestId, operation, status, target, about, reason }) => (
          <li key={requestId}>
            <div class="grow">
              <a href={hrefOf('requests', requestId, {})}>{operation ?? target}</a>
              <div class="muted" dir="auto">
                {[about, reason].filter((part) => part !== undefined).join(': ')}
              </div>
            </div>
            <StatusBadge status={status} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The messages of the sandbox, oldest first, with the requests that sent them. */
function Messages({ schedule }: { readonly schedule: Schedule | undefined }) {
  const { response, problem } = useResponse('listMessages', { limit: 50 });
  const calls =
    schedule?.rows.flatMap(({ task, calls: ofTask }) => ofTask.map((call) => ({ task, ...call }))) ?? [];
  const total = response?.total ?? 0;
  return (
    <section aria-label="Messages">
      <h2 class="line">{counted(total, 'message')}</h2>
      <Problem text={problem} />
      <ul class="plain-rows box">
        {response?.messages.toReversed().map(({ id, to, subject, status, reaction }) => {
          const sender = calls.find(({ sentId }) => sentId === id);
          return (
            <li key={id} class={sender?.note === undefined ? '' : 'noted'}>
              <div class="grow">
                <a href={hrefOf('messages', id, {})} dir="auto">
                  {titleOf({ subject })}
                </a>
                <div class="muted">{to.join(', ')}</div>
                {sender && (
                  <div class="muted">
                    {sender.task}, {sender.name}
                  </div>
                )}
              </div>
              <Badge text={reaction ?? status} />
            </li>
          );
        })}
      </ul>
      {total > 50 && <p class="hint">The 50 latest.</p>}
    </section>
  );
}

/** What passed when: a line for each task, with its requests from left to right. */
function Timeline({ schedule }: { readonly schedule: Schedule }) {
  const { rows, steps, crash, printed = [] } = schedule;
  const starts = new Set(rows.flatMap(({ calls }) => calls.map(({ from }) => from)));
  const columns = Array.from({ length: steps }, (_, step) =>
    starts.has(step) ? 'minmax(110px, 2fr)' : 'minmax(28px, 1fr)',
  ).join(' ');
  return (
    <figure class="box stack grow" tabIndex={0} aria-label="What passed when">
      <ul class="stack grow">
        {rows.map(({ task, calls }, index) => (
          <li key={index} class="column grow">
            <strong>{task}</strong>
            <div class="timeline-row grow" style={{ gridTemplateColumns: `${columns} 28px` }}>
              {calls.map((call) => (
                <Call key={call.from} call={call} steps={steps} crash={crash} />
              ))}
              {crash !== undefined && (
                <span class="crash why strong" style={{ gridColumn: crash + 1 }} title="Crash">
                  ✗
                </span>
              )}
            </div>
          </li>
        ))}
      </ul>
      <figcaption class="fine">
        Time goes from left to right. A box begins when a request reaches the service, and ends when its
        response leaves{crash === undefined ? '' : ', or at the crash ✗'}.
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

interface CallProps {
  readonly call: TimelineCall;
  readonly steps: number;
  readonly crash: number | undefined;
}

function Call({ call: { name, from, to, requestId, status, note, line }, steps, crash }: CallProps) {
  const end = to === undefined ? 'open' : to === crash ? 'crashed' : 'ended';
  const ending = {
    open: 'never ended',
    crashed: `crash ${requestId === undefined ? 'before' : 'after'} it`,
    ended: status === undefined ? 'no response' : String(status),
  }[end];
  const attributes = {
    class: `call row ${note === undefined ? 'info' : 'bad'} ${end === 'ended' ? '' : 'without-response'}`,
    style: { gridColumn: `${from + 1} / ${(to ?? steps) + 2}` },
    title: line === undefined ? `${name}: ${ending}` : `${name} at ${line}: ${ending}`,
  };
  const content = (
    <>
      <span>{name}</span>
      <span class="fine">{ending}</span>
      {line !== undefined && <span class="fine">{line}</span>}
      {note !== undefined && <span class="why strong">{note}</span>}
    </>
  );
  if (requestId === undefined) return <span {...attributes}>{content}</span>;
  return (
    <a {...attributes} href={hrefOf('requests', requestId, {})}>
      {content}
    </a>
  );
}
