import { useState } from 'preact/hooks';
import type { Template } from '../control-types.ts';
import { segment } from '../control-plane.ts';
import { ButtonLink } from '../parts/button.tsx';
import { Submit } from '../parts/form.tsx';
import { Head } from '../parts/head.tsx';
import { TextField } from '../parts/text-field.tsx';
import { hrefOf, routeNow, setParams } from '../route.ts';
import { useAction } from '../sandbox-context.ts';
import { EmailPreview, type Parts, usePreview, VariableFields } from './preview.tsx';
import { textOf, valuesIn } from './variables.ts';

/** Edits a template, or makes a new one, next to what the sandbox makes of it. */
export function TemplateEditor({ template }: { readonly template: Template | undefined }) {
  const act = useAction();
  const [id, setId] = useState(template?.id ?? '');
  const saved: Required<Parts> = {
    subject: template?.subject ?? '',
    html: template?.html ?? '',
    text: template?.text ?? '',
  };
  const [parts, setParts] = useState(saved);
  const [values, setValues] = useState(() => valuesIn(routeNow().params['variables'] ?? ''));
  const { preview, problem } = usePreview(parts, values);
  const isUnchanged = id === (template?.id ?? '') && JSON.stringify(parts) === JSON.stringify(saved);
  const isSaved = template !== undefined && isUnchanged;
  const set = (name: keyof Parts) => (value: string) => setParts((before) => ({ ...before, [name]: value }));
  const close = () => (location.hash = hrefOf('templates', undefined, {}));
  const save = async () => {
    const body = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''));
    const isDone = await act(`PUT /templates/${segment(id.trim())}`, { body, done: 'Template saved' });
    if (isDone && !template) {
      location.hash = hrefOf('templates', id.trim(), { variables: textOf(values) });
    }
  };
  return (
    <>
      <Head title={template?.id ?? 'New template'} />
      <form
        class="bench"
        aria-label={template ? `Edit ${template.id}` : 'New template'}
        onKeyDown={(event) => {
          // Escape closes what has nothing to lose.
          if (event.key === 'Escape' && isUnchanged) close();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div class="card stack column">
          {!template && <TextField label="Id" placeholder="invoice" isCode value={id} onInput={setId} />}
          <TextField
            label="Subject"
            placeholder="Invoice {{number}}"
            value={parts.subject}
            onInput={set('subject')}
          />
          <TextField label="HTML" rows={12} isCode value={parts.html} onInput={set('html')} />
          <TextField label="Text" rows={5} isCode value={parts.text} onInput={set('text')} />
          <div class="buttons row">
            <Submit label="Save" disabled={isSaved || id.trim() === ''} />
            <ButtonLink label={isSaved ? 'Close' : 'Cancel'} href={hrefOf('templates', undefined, {})} />
            <span class="grow" />
            {isSaved ? (
              <ButtonLink
                label="Send with this template"
                href={hrefOf('send', undefined, { template: template.id, variables: textOf(values) })}
              />
            ) : (
              template && <span class="muted">Save to send with it</span>
            )}
          </div>
        </div>
        <div class="stack column">
          <VariableFields
            preview={preview}
            values={values}
            onInput={setValues}
            onCommit={() => setParams({ variables: textOf(values) })}
          />
          <EmailPreview email={preview ?? {}} problem={problem ?? preview?.problem} />
        </div>
      </form>
    </>
  );
}
