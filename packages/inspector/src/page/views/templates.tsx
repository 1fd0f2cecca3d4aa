import { useState } from 'preact/hooks';
import type { Template, TemplatesAnswer } from '../control-types.ts';
import { segment } from '../control-plane.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Field, Form } from '../parts/form.tsx';
import { Problem } from '../parts/problem.tsx';
import { useAction, useAnswer } from '../sandbox-context.ts';

/** Stored templates. */
export function Templates() {
  const { answer, problem } = useAnswer<TemplatesAnswer>('/templates');
  const [edited, setEdited] = useState<Template | 'new'>();
  return (
    <>
      <div class="head">
        <h1>Templates</h1>
        <span class="grow" />
        <button type="button" class="primary" onClick={() => setEdited('new')}>
          New template
        </button>
      </div>
      <p class="lead">
        Placeholders such as <code>{'{{name}}'}</code> are filled in when an email uses the template.
      </p>
      <Problem text={problem} />
      {edited !== undefined && (
        <Editor
          key={edited === 'new' ? '' : edited.id}
          template={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {answer?.templates.length === 0 && (
        <EmptyState title="No templates yet">
          <p>Create one, then send an email with its id as templateId.</p>
        </EmptyState>
      )}
      <div class="cards">
        {answer?.templates.map((template) => (
          <Card key={template.id} template={template} onEdit={() => setEdited(template)} />
        ))}
      </div>
    </>
  );
}

function Card({ template, onEdit }: { readonly template: Template; readonly onEdit: () => void }) {
  const act = useAction();
  const { id, subject, html, text } = template;
  return (
    <section class="card" aria-label={id}>
      <div class="card-head">
        <h2>{id}</h2>
        <span class="grow" />
        <button type="button" class="small" aria-label={`Edit ${id}`} onClick={onEdit}>
          Edit
        </button>
        <ConfirmButton
          class="small"
          label="Remove"
          onConfirm={() =>
            void act(`/templates/${segment(id)}`, { method: 'DELETE', done: 'Template removed' })
          }
        />
      </div>
      {subject !== undefined && <p class="strong">{subject}</p>}
      {(html ?? text) !== undefined && (
        <pre class="code short" tabIndex={0}>
          {html ?? text}
        </pre>
      )}
    </section>
  );
}

function Editor({
  template,
  onClose,
}: {
  readonly template: Template | undefined;
  readonly onClose: () => void;
}) {
  const act = useAction();
  return (
    <Form
      class="card stack"
      onEscape={onClose}
      aria-label={template ? `Edit ${template.id}` : 'New template'}
      onSubmit={({ id = template?.id ?? '', ...body }) =>
        void act(`/templates/${segment(id)}`, { method: 'PUT', body, done: 'Template saved' }).then(
          (isDone) => isDone && onClose(),
        )
      }
    >
      {template ? (
        <h2>{template.id}</h2>
      ) : (
        <Field label="Id">
          <input name="id" placeholder="invoice" required />
        </Field>
      )}
      <Field label="Subject">
        <input name="subject" defaultValue={template?.subject ?? ''} placeholder="Invoice {{number}}" />
      </Field>
      <Field label="HTML">
        <textarea name="html" rows={6} class="mono" defaultValue={template?.html ?? ''} />
      </Field>
      <Field label="Text">
        <textarea name="text" rows={3} class="mono" defaultValue={template?.text ?? ''} />
      </Field>
      <div class="buttons">
        <button type="submit" class="primary">
          Save
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Form>
  );
}
