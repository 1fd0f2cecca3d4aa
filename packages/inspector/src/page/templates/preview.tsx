import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf } from '../control-types.ts';
import { call } from '../control-plane.ts';
import { HtmlPreview } from '../messages/preview.tsx';
import { Badge } from '../parts/badge.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { TextField } from '../parts/text-field.tsx';
import { messageOf, useSandbox } from '../sandbox-context.ts';
import { type Values, variablesOf } from './variables.ts';

/** The parts of an email or a template; empty ones are absent. */
export interface Parts {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

const typingDelayMs = 120;

/** What the sandbox makes of a template; the last answer stays until the next one. */
export function usePreview(
  { subject, html, text }: Parts,
  values: Values,
): { readonly preview: AnswerOf<'previewTemplate'> | undefined; readonly problem: string | undefined } {
  const { caller } = useSandbox();
  const [preview, setPreview] = useState<AnswerOf<'previewTemplate'>>();
  const [problem, setProblem] = useState<string>();
  const body = JSON.stringify({
    ...(subject !== '' && { subject }),
    ...(html !== '' && { html }),
    ...(text !== '' && { text }),
    variables: variablesOf(values),
  });
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const timer = setTimeout(
      () =>
        call<AnswerOf<'previewTemplate'>>(caller, '/template-preview', {
          method: 'POST',
          body: JSON.parse(body) as unknown,
          signal,
        }).then(
          (answer) => {
            setPreview(answer);
            setProblem(undefined);
          },
          (error: unknown) => {
            if (!signal.aborted) setProblem(messageOf(error));
          },
        ),
      preview === undefined ? 0 : typingDelayMs,
    );
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [caller, body]);
  return { preview, problem };
}

/** An input for each variable of a template, marked if it has no value. */
export function VariableFields({
  preview,
  values,
  onInput,
  onCommit,
}: {
  readonly preview: AnswerOf<'previewTemplate'> | undefined;
  readonly values: Values;
  readonly onInput: (values: Values) => void;
  readonly onCommit: () => void;
}) {
  if (!preview || preview.variables.length === 0) return null;
  return (
    <fieldset class="variables">
      <legend>Variables</legend>
      {preview.variables.map((name) => (
        <TextField
          key={name}
          label={<code>{name}</code>}
          note={preview.missing.includes(name) && <Badge text="missing" tone="warn" />}
          value={values[name] ?? ''}
          onInput={(value) => onInput({ ...values, [name]: value })}
          onCommit={onCommit}
        />
      ))}
    </fieldset>
  );
}

/** An email as its recipients would read it. */
export function EmailPreview({
  email,
  problem,
}: {
  readonly email: Parts;
  readonly problem?: string | undefined;
}) {
  const { subject, html, text } = email;
  const tabs = [
    ...(html === '' ? [] : [{ name: 'HTML', content: () => <HtmlPreview html={html} /> }]),
    ...(text === '' ? [] : [{ name: 'Text', content: () => <PlainText text={text} /> }]),
  ];
  return (
    <section class="email-preview card" aria-label="Preview">
      <p class="email-subject" dir="auto">
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
        <Tabs label="Form of the preview" tabs={tabs} />
      )}
    </section>
  );
}

function PlainText({ text }: { readonly text: string }) {
  return (
    <pre class="letter" dir="auto" tabIndex={0}>
      <Marked text={text} />
    </pre>
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
