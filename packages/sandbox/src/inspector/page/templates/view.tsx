import { useState } from 'preact/hooks';
import type { Template } from '../control-types.ts';
import { Picture } from '../messages/preview.tsx';
import { go, hrefOf, model, setParams, useParam } from '../model.ts';
import { Action, ButtonLink } from '../parts/button.tsx';
import { Submit } from '../parts/form.tsx';
import { Head, TextWithCode } from '../parts/head.tsx';
import { Source } from '../parts/source.tsx';
import { EmptyState, Problem } from '../parts/states.tsx';
import { Field } from '../parts/field.tsx';
import { useHappened } from '../past.ts';
import { useResponse } from '../reads.ts';
import { EmailPreview, type Parts, usePreview, VariableFields } from './preview.tsx';
import { textOf, valuesIn } from './variables.ts';

/** Stored templates, or one of them in the editor. */
export function Templates({ item }: { readonly item: string | undefined }) {
  const { response, problem } = useResponse('listTemplates');
  const [edit] = useParam('edit');
  const chosen = response?.templates.find(({ id }) => id === item);
  if (chosen) return <TemplateEditor key={chosen.id} template={chosen} />;
  if (item === undefined && edit === 'new') return <TemplateEditor template={undefined} />;
  return (
    <>
      <Head
        title="Templates"
        lead={
          <TextWithCode text="Placeholders such as `{{name}}` are filled in when an email uses the template." />
        }
      >
        <ButtonLink
          label="New template"
          class="primary push"
          href={hrefOf('templates', undefined, { edit: 'new' })}
        />
      </Head>
      <Problem text={item === undefined || !response ? problem : `There is no template ${item}.`} />
      {response?.templates.length === 0 && (
        <EmptyState title="No templates yet">
          <p>Create one, then send an email with its id as templateId.</p>
        </EmptyState>
      )}
      <div class="cards tiles">
        {response?.templates.map((template) => (
          <Card key={template.id} template={template} />
        ))}
      </div>
    </>
  );
}

function Card({ template: { id, subject, html, text } }: { readonly template: Template }) {
  const happened = useHappened();
  return (
    <section class={`card ${happened(id)}`} aria-label={id}>
      <div class="card-head line">
        <h2>{id}</h2>
        <span class="grow" />
        <ButtonLink label="Edit" aria-label={`Edit ${id}`} href={hrefOf('templates', id, {})} />
        <ButtonLink
          label="Send"
          aria-label={`Send ${id}`}
          href={hrefOf('send', undefined, { template: id })}
        />
        <Action
          label="Remove"
          question="Sure?"
          verb="removeTemplate"
          given={{ id }}
          done="Template removed"
        />
      </div>
      {subject !== undefined && (
        <p class="strong" dir="auto">
          {subject}
        </p>
      )}
      {html === undefined ? (
        text !== undefined && <Source text={text} class="code short" />
      ) : (
        <Picture class="thumb" tabIndex={-1} title={`Picture of ${id}`} html={html} />
      )}
    </section>
  );
}

/** Edits a template, or makes a new one, next to its preview. */
function TemplateEditor({ template }: { readonly template: Template | undefined }) {
  const [id, setId] = useState(template?.id ?? '');
  const { subject = '', html = '', text = '' } = template ?? {};
  const saved: Required<Parts> = { subject, html, text };
  const [parts, setParts] = useState(saved);
  const [values, setValues] = useState(() => valuesIn(model.route.params['variables'] ?? ''));
  const { response: preview, problem } = usePreview(parts, values);
  const variables = textOf(values);
  const name = id.trim();
  const isUnchanged = id === (template?.id ?? '') && JSON.stringify(parts) === JSON.stringify(saved);
  const isSaved = template !== undefined && isUnchanged;
  const set = (part: keyof Parts) => (value: string) => setParts((before) => ({ ...before, [part]: value }));
  const save = async () => {
    const body = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''));
    const isDone = await model.act('setTemplate', { ...body, id: name }, { done: 'Template saved' });
    if (isDone && !template) go('templates', name, { variables });
  };
  return (
    <>
      <Head title={template?.id ?? 'New template'} />
      <form
        class="halves"
        aria-label={template ? `Edit ${template.id}` : 'New template'}
        onKeyDown={(event) => {
          // Escape closes a form without changes.
          if (event.key === 'Escape' && isUnchanged) go('templates', undefined, {});
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div class="card">
          {!template && <Field label="Id" placeholder="invoice" isCode value={id} onInput={setId} />}
          <Field
            label="Subject"
            placeholder="Invoice {{number}}"
            value={parts.subject}
            onInput={set('subject')}
          />
          <Field label="HTML" rows={12} isCode value={parts.html} onInput={set('html')} />
          <Field label="Text" rows={5} isCode value={parts.text} onInput={set('text')} />
          <EditorButtons {...{ template, isSaved, variables }} isNamed={name !== ''} />
        </div>
        <div class="stack">
          <VariableFields
            preview={preview}
            values={values}
            onInput={setValues}
            onCommit={() => setParams({ variables })}
          />
          <EmailPreview email={preview ?? {}} problem={problem ?? preview?.problem} />
        </div>
      </form>
    </>
  );
}

interface EditorButtonsProps {
  /** `undefined` for a new one. */
  readonly template: Template | undefined;
  readonly isSaved: boolean;
  readonly isNamed: boolean;
  /** Values for its variables, as text. */
  readonly variables: string;
}

function EditorButtons({ template, isSaved, isNamed, variables }: EditorButtonsProps) {
  return (
    <div class="buttons row">
      <Submit label="Save" disabled={isSaved || !isNamed} />
      <ButtonLink
        class="large"
        label={isSaved ? 'Close' : 'Cancel'}
        href={hrefOf('templates', undefined, {})}
      />
      <span class="grow" />
      {isSaved && template ? (
        <ButtonLink
          class="large"
          label="Send with this template"
          href={hrefOf('send', undefined, { template: template.id, variables })}
        />
      ) : (
        template && <span class="muted">Save to send with it</span>
      )}
    </div>
  );
}
