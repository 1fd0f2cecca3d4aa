import { useRef } from 'preact/hooks';
import type { Fault, FaultEffect } from '../answers.ts';
import { segment } from '../call.ts';
import { useOperationNames } from '../operation-names.ts';
import { Badge } from '../parts/badge.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Empty } from '../parts/empty.tsx';
import { Choice, Field, Form } from '../parts/form.tsx';
import { Problem } from '../parts/problem.tsx';
import { useAction, useAnswer, useSandbox } from '../sandbox.ts';
import { length } from '../times.ts';

/** Faults that people mostly want, as values of the form. */
const usual: readonly (readonly [name: string, fields: Readonly<Record<string, string>>])[] = [
  ['Unavailable', { status: '503' }],
  ['Rate limited', { status: '429', retryAfter: '5' }],
  ['Connection reset', { network: 'reset' }],
  ['Answer lost', { network: 'reset', phase: 'after' }],
  ['Slow', { delay: '3s' }],
  ['Never answered', { network: 'hang' }],
  ['HTML instead of JSON', { status: '502', body: 'html' }],
  ['Truncated JSON', { body: 'truncated' }],
];

const effectFields = ['network', 'status', 'code', 'delay', 'retryAfter', 'body'] as const;

/** Rules that make answers go wrong. */
export function Faults() {
  const { answer, problem } = useAnswer<{ readonly faults: readonly Fault[] }>('/faults');
  const names = useOperationNames();
  const act = useAction();
  const form = useRef<HTMLFormElement>(null);
  return (
    <>
      <div class="head">
        <h1>Faults</h1>
        <span class="grow" />
        {answer && answer.faults.length > 0 && (
          <Confirm
            label="Remove all"
            onConfirm={() => void act('/faults', { method: 'DELETE', done: 'All faults are gone' })}
          />
        )}
      </div>
      <p class="lead">
        Make calls to the API fail on purpose, to see what your program does. Over HTTP it really happens to
        the connection.
      </p>
      <Form
        ref={form}
        class="card stack"
        aria-label="New fault"
        onFill={(fields) =>
          void act('/faults', {
            method: 'POST',
            body: faultFrom(fields),
            done: 'The fault waits for its call',
          })
        }
      >
        <div class="buttons" role="group" aria-label="Usual faults">
          {usual.map(([name, fields]) => (
            <button key={name} type="button" class="small" onClick={() => fill(form.current, fields)}>
              {name}
            </button>
          ))}
        </div>
        <div class="grid">
          <Field label="Operation">
            <Choice name="operation" value="" options={[['', 'All'], ...names]} />
          </Field>
          <Field label="Times">
            <input name="times" type="number" min={1} defaultValue="1" placeholder="all to come" />
          </Field>
          <Field label="Let pass first">
            <input name="skip" type="number" min={0} placeholder="0" />
          </Field>
          <Field label="When">
            <Choice
              name="phase"
              value=""
              options={[
                ['', 'As fits the effect'],
                ['before', 'Before: nothing is done'],
                ['after', 'After: only the answer is lost'],
              ]}
            />
          </Field>
          <Field label="Status">
            <input name="status" type="number" min={200} max={599} placeholder="503" />
          </Field>
          <Field label="Error code">
            <input name="code" placeholder="INTERNAL_ERROR" />
          </Field>
          <Field label="Connection">
            <Choice
              name="network"
              value=""
              options={[
                ['', 'Stays'],
                ['reset', 'Is reset'],
                ['drop', 'Is closed without an answer'],
                ['hang', 'Hangs'],
                ['cut', 'Breaks in the middle of the body'],
              ]}
            />
          </Field>
          <Field label="Body">
            <Choice
              name="body"
              value=""
              options={[
                ['', 'As it should be'],
                ['html', 'An HTML page'],
                ['text', 'Text'],
                ['empty', 'Nothing'],
                ['truncated', 'JSON that breaks off'],
                ['bare', 'An error without envelope'],
                ['success-false', 'success: false'],
              ]}
            />
          </Field>
          <Field label="Late by">
            <input name="delay" placeholder="3s" />
          </Field>
          <Field label="Retry-After">
            <input name="retryAfter" placeholder="5, or date" />
          </Field>
        </div>
        <div class="buttons">
          <button type="submit" class="primary">
            Add fault
          </button>
          <button type="reset">Empty the form</button>
        </div>
      </Form>
      <Problem text={problem} />
      {answer?.faults.length === 0 ? (
        <Empty title="No faults">
          <p>Every call is answered as the service would. Pick a usual fault above and add it.</p>
        </Empty>
      ) : (
        <ul class="plain-rows boxed">
          {answer?.faults.map((fault) => (
            <Row key={fault.id} fault={fault} />
          ))}
        </ul>
      )}
    </>
  );
}

function Row({ fault }: { readonly fault: Fault }) {
  const act = useAction();
  const { accounts } = useSandbox();
  const { id, accountId, operation, times, skip, phase, effect } = fault;
  const domain = accounts.find((account) => account.id === accountId)?.domain.name;
  const calls = times === undefined ? 'all calls' : times === 1 ? 'the next call' : `the next ${times} calls`;
  return (
    <li>
      <span class="grow">
        <strong>{operation ?? 'any operation'}</strong> {calls}
        {skip > 0 && ` after ${skip} more`}
        {domain !== undefined && ` of ${domain}`}: <span class="effect">{effectText(effect)}</span>
      </span>
      <Badge text={phase} />
      <button
        type="button"
        class="small"
        aria-label={`Remove fault ${id}`}
        onClick={() => void act(`/faults/${segment(id)}`, { method: 'DELETE', done: 'The fault is gone' })}
      >
        Remove
      </button>
    </li>
  );
}

function effectText({ delay, ...effect }: FaultEffect): string {
  const parts = Object.entries(effect).map(([name, value]) =>
    typeof value === 'object' ? `${name} ${JSON.stringify(value)}` : `${name} ${value}`,
  );
  return [...parts, ...(delay === undefined ? [] : [`late by ${length(delay)}`])].join(', ');
}

/** Writes values into the fields for the effect, and empties the others. */
function fill(form: HTMLFormElement | null, fields: Readonly<Record<string, string>>): void {
  for (const name of [...effectFields, 'phase']) {
    const field = form?.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
      field.value = fields[name] ?? '';
  }
}

function faultFrom({ operation, times, skip, phase, ...effect }: Readonly<Record<string, string>>): object {
  return {
    ...(operation !== undefined && { operation }),
    ...(times !== undefined && { times: Number(times) }),
    ...(skip !== undefined && { skip: Number(skip) }),
    ...(phase !== undefined && { phase }),
    effect: Object.fromEntries(
      Object.entries(effect).map(([name, text]) => [
        name,
        (name === 'status' || name === 'retryAfter') && /^\d+$/.test(text) ? Number(text) : text,
      ]),
    ),
  };
}
