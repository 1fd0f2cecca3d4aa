import type { AnswerOf, Template } from '../control-types.ts';
import { segment } from '../control-plane.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Problem } from '../parts/problem.tsx';
import { hrefOf, useParam } from '../route.ts';
import { useAction, useAnswer } from '../sandbox-context.ts';
import { TemplateEditor } from './editor.tsx';

/** Stored templates, or one of them in the editor. */
export function Templates({ item }: { readonly item: string | undefined }) {
  const { answer, problem } = useAnswer<AnswerOf<'listTemplates'>>('/templates');
  const [edit] = useParam('edit');
  const chosen = answer?.templates.find(({ id }) => id === item);
  if (chosen) return <TemplateEditor key={chosen.id} template={chosen} />;
  if (item === undefined && edit === 'new') return <TemplateEditor template={undefined} />;
  return (
    <>
      <div class="head">
        <h1>Templates</h1>
        <span class="grow" />
        <a class="button primary" href={hrefOf('templates', undefined, { edit: 'new' })}>
          New template
        </a>
      </div>
      <p class="lead">
        Placeholders such as <code>{'{{name}}'}</code> are filled in when an email uses the template.
      </p>
      <Problem text={item === undefined || !answer ? problem : `There is no template ${item}.`} />
      {answer?.templates.length === 0 && (
        <EmptyState title="No templates yet">
          <p>Create one, then send an email with its id as templateId.</p>
        </EmptyState>
      )}
      <div class="cards">
        {answer?.templates.map((template) => (
          <Card key={template.id} template={template} />
        ))}
      </div>
    </>
  );
}

function Card({ template }: { readonly template: Template }) {
  const act = useAction();
  const { id, subject, html, text } = template;
  return (
    <section class="card" aria-label={id}>
      <div class="card-head">
        <h2 class="break">{id}</h2>
        <span class="grow" />
        <a class="button small" aria-label={`Edit ${id}`} href={hrefOf('templates', id, {})}>
          Edit
        </a>
        <a class="button small" aria-label={`Send ${id}`} href={hrefOf('send', undefined, { template: id })}>
          Send
        </a>
        <ConfirmButton
          class="small"
          label="Remove"
          onConfirm={() =>
            void act(`/templates/${segment(id)}`, { method: 'DELETE', done: 'Template removed' })
          }
        />
      </div>
      {subject !== undefined && (
        <p class="strong" dir="auto">
          {subject}
        </p>
      )}
      {(html ?? text) !== undefined && (
        <pre class="code short" tabIndex={0}>
          {html ?? text}
        </pre>
      )}
    </section>
  );
}
