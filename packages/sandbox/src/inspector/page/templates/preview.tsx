import { call } from '../control-plane.ts';
import type { ResponseOf } from '../control-types.ts';
import { HtmlPreview } from '../messages/preview.tsx';
import { Badge } from '../parts/badge.tsx';
import { Source } from '../parts/source.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Field } from '../parts/field.tsx';
import { type ReadState, useRead } from '../reads.ts';
import { type Values, variablesOf } from './variables.ts';

/** The parts of an email or a template; empty ones may be absent. */
export interface Parts {
  readonly subject?: string;
  readonly html?: string;
  readonly text?: string;
}

const typingDelayMs = 120;

/** The preview of a template; the last response stays until the next one. */
export function usePreview(parts: Parts, values: Values): ReadState<ResponseOf<'previewTemplate'>> {
  const given = Object.entries(parts).filter(([, text]) => text !== '');
  const body = { ...Object.fromEntries(given), variables: variablesOf(values) };
  return useRead(
    (caller, signal) => call(caller, 'previewTemplate', body, { signal }),
    [JSON.stringify(body)],
    { delay: typingDelayMs },
  );
}

interface VariableFieldsProps {
  readonly preview: ResponseOf<'previewTemplate'> | undefined;
  readonly values: Values;
  readonly onInput: (values: Values) => void;
  readonly onCommit: () => void;
}

/** An input for each variable of a template, marked if it has no value. */
export function VariableFields({ preview, values, onInput, onCommit }: VariableFieldsProps) {
  if (!preview || preview.variables.length === 0) return null;
  return (
    <section class="card" aria-label="Variables">
      <h2 class="fine">Variables</h2>
      <div class="tiles">
        {preview.variables.map((name) => (
          <Field
            key={name}
            label={<code>{name}</code>}
            note={preview.missing.includes(name) && <Badge text="missing" tone="warn" />}
            value={values[name] ?? ''}
            onInput={(value) => onInput({ ...values, [name]: value })}
            onCommit={onCommit}
          />
        ))}
      </div>
    </section>
  );
}

interface EmailPreviewProps {
  readonly email: Parts;
  readonly problem?: string | undefined;
}

/** An email as its recipients would read it. */
export function EmailPreview({ email: { subject = '', html = '', text = '' }, problem }: EmailPreviewProps) {
  const tabs = [
    html !== '' && { name: 'HTML', content: () => <HtmlPreview html={html} /> },
    text !== '' && { name: 'Text', content: () => <Source text={<Marked text={text} />} class="letter" /> },
  ].filter((tab) => tab !== false);
  return (
    <section class="email-preview card" aria-label="Preview">
      <p class="strong" dir="auto">
        {subject === '' ? <span class="muted">No subject</span> : <Marked text={subject} />}
      </p>
      {problem !== undefined && (
        <p class="caution" role="status">
          A send would be refused: {problem}.
        </p>
      )}
      {tabs.length === 0 ? (
        <p class="hint">No content yet.</p>
      ) : (
        <Tabs label="Form of the preview" param="form" tabs={tabs} />
      )}
    </section>
  );
}

/** A text with the placeholders that are left in it marked. */
function Marked({ text }: { readonly text: string }) {
  return (
    <>
      {text
        .split(/(\{\{[^{}]*\}\})/)
        .map((part, at) => (at % 2 === 1 ? <mark class="ignored">{part}</mark> : part))}
    </>
  );
}
