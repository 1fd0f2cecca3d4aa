import type { AnswerOf, Template } from '../control-types.ts';
import { segment } from '../control-plane.ts';
import { beginningOf, documentOf } from '../messages/preview-document.ts';
import { Action, ButtonLink } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Head } from '../parts/head.tsx';
import { Problem } from '../parts/problem.tsx';
import { Source } from '../parts/source.tsx';
import { TextWithCode } from '../parts/text-with-code.tsx';
import { useHappened } from '../past.ts';
import { hrefOf, useParam } from '../route.ts';
import { useAnswer } from '../sandbox-context.ts';
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
      <Head
        title="Templates"
        lead={
          <TextWithCode text="Placeholders such as `{{name}}` are filled in when an email uses the template." />
        }
      >
        <span class="grow" />
        <ButtonLink
          label="New template"
          class="primary"
          href={hrefOf('templates', undefined, { edit: 'new' })}
        />
      </Head>
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

function Card({ template: { id, subject, html, text } }: { readonly template: Template }) {
  const happened = useHappened();
  return (
    <section class={`card ${happened(id)}`} aria-label={id}>
      <div class="card-head line">
        <h2 class="break">{id}</h2>
        <span class="grow" />
        <ButtonLink label="Edit" class="small" aria-label={`Edit ${id}`} href={hrefOf('templates', id, {})} />
        <ButtonLink
          label="Send"
          class="small"
          aria-label={`Send ${id}`}
          href={hrefOf('send', undefined, { template: id })}
        />
        <Action
          label="Remove"
          class="small"
          question="Sure?"
          call={`DELETE /templates/${segment(id)}`}
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
        <iframe
          class="thumb"
          tabIndex={-1}
          title={`Picture of ${id}`}
          sandbox=""
          loading="lazy"
          srcdoc={documentOf(beginningOf(html), { images: true, remote: false })}
        />
      )}
    </section>
  );
}
