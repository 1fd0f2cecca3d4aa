import type { Environment } from '@mailrig/contract';
import { useState } from 'preact/hooks';
import type { Account, Template } from '../control-types.ts';
import { hrefOf, model, setParams } from '../model.ts';
import { Submit } from '../parts/form.tsx';
import { Head } from '../parts/head.tsx';
import { Loaded } from '../parts/states.tsx';
import { Field } from '../parts/field.tsx';
import { messageOf } from '../sandbox-tables.ts';
import { EmailPreview, usePreview, VariableFields } from '../templates/preview.tsx';
import { textOf, valuesIn } from '../templates/variables.ts';
import { activeKey, type Draft, type Outcome, sendEmail } from './send-email.ts';

/** A form that sends an email through the API. */
export function Send() {
  const { account } = model;
  return (
    <>
      <Head
        title="Send a test email"
        lead="Goes through the API with a key of the account, like an email from your program: it meets the same checks and faults, and shows in Requests."
      />
      <Loaded verb="listTemplates">
        {({ templates }) => account && <SendForm account={account} templates={templates} />}
      </Loaded>
    </>
  );
}

const textFields = ['from', 'to', 'subject', 'html', 'text'] as const;

interface SendFormProps {
  readonly account: Account;
  readonly templates: readonly Template[];
}

function SendForm({ account, templates }: SendFormProps) {
  const { caller, notify, refresh } = model;
  const [environment, setEnvironment] = useState<Environment>(() =>
    model.route.params['environment'] === 'test' ? 'test' : 'live',
  );
  const [draft, setDraft] = useState(() => draftIn(model.route.params, account));
  const [outcome, setOutcome] = useState<Outcome>();
  const [isSending, setSending] = useState(false);
  const template = templates.find(({ id }) => id === draft.template);
  const { html = '', text = '' } = template ?? draft;
  const subject = draft.subject === '' ? (template?.subject ?? '') : draft.subject;
  const filled = usePreview({ subject: template ? subject : '', html, text }, draft.values);
  const key = activeKey(account, environment);
  const errors = outcome?.errors ?? {};
  const shown: readonly string[] = template ? ['from', 'to', 'subject'] : textFields;
  const isElsewhere = Object.keys(errors).every((name) => !shown.includes(name));

  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const keep = () =>
    setParams({
      ...Object.fromEntries(textFields.map((name) => [name, draft[name]])),
      variables: textOf(draft.values),
    });
  const input = (name: (typeof textFields)[number]) => ({
    value: draft[name],
    error: errors[name],
    onInput: (value: string) => change({ [name]: value }),
    onCommit: keep,
  });
  const send = async () => {
    if (key === undefined) return;
    setSending(true);
    try {
      const next = await sendEmail(caller, key, { ...draft, template: template?.id ?? '' });
      setOutcome(next);
      if (next.problem === undefined) notify('Email sent');
    } catch (error) {
      notify(`No response came: ${messageOf(error)}`, 'problem');
    }
    setSending(false);
    refresh();
  };
  return (
    <form
      class="halves"
      aria-label="Send a test email"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div class="card">
        <div class="inline row">
          <Field
            label="Key"
            value={environment}
            options={[
              ['live', 'live (sends)'],
              ['test', 'test (simulates)'],
            ]}
            onInput={(value) => {
              setEnvironment(value as Environment);
              setParams({ environment: value === 'test' ? value : '' });
            }}
          />
          <Field
            label="Template"
            value={template?.id ?? ''}
            options={[['', 'none'], ...templates.map(({ id }) => id)]}
            onInput={(value) => {
              change({ template: value, subject: '' });
              setParams({ template: value, subject: '' });
            }}
          />
        </div>
        {key === undefined && (
          <p class="problem">
            {account.domain.name} has no active {environment} key. Create one under{' '}
            <a href={hrefOf('accounts')}>Accounts</a>.
          </p>
        )}
        <Field label="From" {...input('from')} />
        <Field label="To" placeholder="Several with commas between them" {...input('to')} />
        <Field label="Subject" placeholder={template?.subject ?? ''} {...input('subject')} />
        {template ? (
          <VariableFields
            preview={filled.response}
            values={draft.values}
            onInput={(values) => change({ values })}
            onCommit={keep}
          />
        ) : (
          <>
            <Field label="HTML" rows={8} isCode {...input('html')} />
            <Field label="Text" rows={4} isCode {...input('text')} />
          </>
        )}
        <div class="buttons row">
          <Submit label="Send" disabled={key === undefined || isSending} />
        </div>
        {outcome && <Result outcome={outcome} isShown={isElsewhere} />}
      </div>
      <EmailPreview
        email={
          template
            ? {
                // A subject of the send itself has no placeholders.
                ...filled.response,
                subject: draft.subject === '' ? (filled.response?.subject ?? '') : draft.subject,
              }
            : draft
        }
        problem={template && (filled.problem ?? filled.response?.problem)}
      />
    </form>
  );
}

interface ResultProps {
  readonly outcome: Outcome;
  /** Whether no field shows what went wrong. */
  readonly isShown: boolean;
}

/** How the last send ended, with ways to look at it. */
function Result({ outcome: { status, problem, sentId, requestId }, isShown }: ResultProps) {
  return (
    <div
      class={`result loose row ${problem === undefined ? 'good' : 'bad'}`}
      role={problem === undefined ? 'status' : 'alert'}
    >
      <span class="grow">
        {problem === undefined ? `Sent (${status}).` : `Refused (${status})${isShown ? `: ${problem}` : '.'}`}
      </span>
      {sentId !== undefined && <a href={hrefOf('messages', sentId, {})}>Open message</a>}
      {requestId !== undefined && <a href={hrefOf('requests', requestId, {})}>Open request</a>}
    </div>
  );
}

/** The draft in the page's URL, with something to send by default. */
function draftIn(params: Readonly<Record<string, string>>, { domain }: Account): Draft {
  const { from, to, subject, html, text, template = '', variables = '' } = params;
  const isBlank = template === '' && [subject, html, text].every((part) => part === undefined);
  return {
    from: from ?? `ada@${domain.name}`,
    to: to ?? 'bob@example.org',
    subject: subject ?? (isBlank ? 'Hello' : ''),
    html: html ?? (isBlank ? '<p>Hi <b>Bob</b>, your code is 493017.</p>' : ''),
    text: text ?? (isBlank ? 'Hi Bob, your code is 493017.' : ''),
    template,
    values: valuesIn(variables),
  };
}
