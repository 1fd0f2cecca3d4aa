import { useRef } from 'preact/hooks';
import type { Given } from '../control-plane.ts';
import type { Fault } from '../control-types.ts';
import { model } from '../model.ts';
import { Action, Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Form, Submit } from '../parts/form.tsx';
import { Head } from '../parts/head.tsx';
import { EmptyState, Problem } from '../parts/states.tsx';
import { useHappened } from '../past.ts';
import { useResponse } from '../reads.ts';
import { operationNames } from '../requests/as-code.ts';
import { pendingText } from '../strip.tsx';

/** When a fault takes effect. */
const phases = [
  ['', 'Automatic'],
  ['before', 'Before the call runs'],
  ['after', 'After the call has run'],
] as const;

/** What a fault may do to the connection. */
const networkFaults: Readonly<Record<NonNullable<Fault['effect']['network']>, string>> = {
  reset: 'Reset',
  drop: 'Closed without a response',
  hang: 'Hangs',
  cut: 'Cut off in the middle of the body',
};

const bodyFaults: Readonly<Record<NonNullable<Fault['effect']['body']>, string>> = {
  html: 'HTML page',
  text: 'Plain text',
  empty: 'Empty',
  truncated: 'Truncated JSON',
  bare: 'Error without the envelope',
  'success-false': 'success: false, any status',
};

/** Common faults, as values for the form. */
const presets: readonly (readonly [name: string, fields: Readonly<Record<string, string>>])[] = [
  ['Unavailable', { status: '503' }],
  ['Rate limited', { status: '429', retryAfter: '5' }],
  ['Connection reset', { network: 'reset' }],
  ['Response lost', { network: 'reset', phase: 'after' }],
  ['Slow response', { delay: '3s' }],
  ['No response', { network: 'hang' }],
  ['HTML instead of JSON', { status: '502', body: 'html' }],
  ['Truncated JSON', { body: 'truncated' }],
];

/** The rules that make API calls fail. */
export function Faults() {
  const { response, problem } = useResponse('listFaults');
  return (
    <>
      <Head
        title="Faults"
        lead="Make API calls fail on purpose to see how your program copes. Over HTTP, connection faults break the real connection."
      >
        {response && response.faults.length > 0 && (
          <Action
            class="large push"
            label="Remove all"
            question="Sure?"
            verb="clearFaults"
            done="All faults removed"
          />
        )}
      </Head>
      <NewFault />
      <Problem text={problem} />
      {response?.faults.length === 0 ? (
        <EmptyState title="No faults">
          <p>Every call gets its normal response. Pick a common fault above and add it.</p>
        </EmptyState>
      ) : (
        <ul class="plain-rows box">
          {response?.faults.map((fault) => (
            <Row key={fault.id} fault={fault} />
          ))}
        </ul>
      )}
    </>
  );
}

function NewFault() {
  const form = useRef<HTMLFormElement>(null);
  return (
    <Form
      ref={form}
      class="card"
      aria-label="New fault"
      onSubmit={(fields) => void model.act('addFault', faultFrom(fields), { done: 'Fault added' })}
    >
      <div class="buttons row" role="group" aria-label="Common faults">
        {presets.map(([name, fields]) => (
          <Button key={name} label={name} onClick={() => fill(form.current, fields)} />
        ))}
      </div>
      <div class="tiles">
        <Field label="Operation" name="operation" options={[['', 'All'], ...operationNames]} />
        <Field
          label="Number of calls"
          name="times"
          type="number"
          min={1}
          defaultValue="1"
          placeholder="every call"
        />
        <Field label="Skip first" name="skip" type="number" min={0} placeholder="0" />
        <Field label="When" name="phase" options={phases} />
        <Field label="Status" name="status" type="number" min={200} max={599} placeholder="503" />
        <Field label="Error code" name="code" placeholder="INTERNAL_ERROR" />
        <Field
          label="Connection"
          name="network"
          options={[['', 'Unaffected'], ...Object.entries(networkFaults)]}
        />
        <Field label="Body" name="body" options={[['', 'Unchanged'], ...Object.entries(bodyFaults)]} />
        <Field label="Delay" name="delay" placeholder="3s" />
        <Field label="Retry-After" name="retryAfter" placeholder="5 or date" />
      </div>
      <div class="buttons row">
        <Submit label="Add fault" />
        <button type="reset">Clear form</button>
      </div>
    </Form>
  );
}

function Row({ fault }: { readonly fault: Fault }) {
  const { id, accountId } = fault;
  const happened = useHappened();
  return (
    <li class={happened(id)}>
      <span class="grow">
        {pendingText(fault)} <span class="muted">{model.domainOf(accountId)}</span>
      </span>
      <Action
        label="Remove"
        aria-label={`Remove fault ${id}`}
        verb="removeFault"
        given={{ id }}
        done="Fault removed"
      />
    </li>
  );
}

/** Fills the form with a preset and clears the other fields of the effect. */
function fill(form: HTMLFormElement | null, fields: Readonly<Record<string, string>>): void {
  for (const name of ['network', 'status', 'code', 'delay', 'retryAfter', 'body', 'phase']) {
    const field = form?.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
      field.value = fields[name] ?? '';
  }
}

const numbers = ['times', 'skip', 'status', 'retryAfter'];

function faultFrom(fields: Readonly<Record<string, string>>): Given<'addFault'> {
  const values = Object.entries(fields).map(([name, text]) => [
    name,
    numbers.includes(name) && /^\d+$/.test(text) ? Number(text) : text,
  ]);
  const { operation, times, skip, phase, ...effect } = Object.fromEntries(values);
  return { operation, times, skip, phase, effect };
}
