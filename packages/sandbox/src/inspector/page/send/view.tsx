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
  const [environment, setEnvironment] = useState(() => environmentIn(model.route.params));
  const [draft, setDraft] = useState(() => draftIn(model.route.params, account));
  const { template, email, filled } = useFilled(draft, templates);
  const key = activeKey(account, environment);
  const { outcome, isSending, send } = useSending(key);
  const { errors = {} } = outcome ?? {};
  const shown: readonly string[] = template ? ['from', 'to', 'subject'] : textFields;
  const isElsewhere = Object.keys(errors).every((name) => !shown.includes(name));
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const save = () => setParams(paramsOf(draft));
  const input = (name: (typeof textFields)[number]) => ({
    value: draft[name],
    error: errors[name],
    onInput: (value: string) => change({ [name]: value }),
    onCommit: save,
  });
  return (
    <form
      class="halves"
      aria-label="Send a test email"
      onSubmit={(event) => {
        event.preventDefault();
        void send({ ...draft, template: template?.id ?? '' });
      }}
    >
      <div class="card">
        <KeyAndTemplate
          environment={environment}
          template={template?.id ?? ''}
          templates={templates}
          onKey={setEnvironment}
          onTemplate={(value) => change({ template: value, subject: '' })}
        />
        {key === undefined && <NoKey domain={account.domain.name} environment={environment} />}
        <Field label="From" {...input('from')} />
        <Field label="To" placeholder="Several with commas between them" {...input('to')} />
        <Field label="Subject" placeholder={template?.subject ?? ''} {...input('subject')} />
        {template ? (
          <VariableFields
            preview={filled.response}
            values={draft.values}
            onInput={(values) => change({ values })}
            onCommit={save}
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
      <EmailPreview email={email} problem={template && (filled.problem ?? filled.response?.problem)} />
    </form>
  );
}

/** A draft with its template, if it has one, and the email that they make. */
function useFilled(draft: Draft, templates: readonly Template[]) {
  const template = templates.find(({ id }) => id === draft.template);
  const { html = '', text = '' } = template ?? draft;
  const subject = draft.subject === '' ? (template?.subject ?? '') : draft.subject;
  const filled = usePreview({ subject: template ? subject : '', html, text }, draft.values);
  // A subject of the send itself has no placeholders.
  const shownSubject = draft.subject === '' ? (filled.response?.subject ?? '') : draft.subject;
  const email = template ? { ...filled.response, subject: shownSubject } : draft;
  return { template, filled, email };
}

function NoKey({ domain, environment }: { readonly domain: string; readonly environment: Environment }) {
  return (
    <p class="problem">
      {domain} has no active {environment} key. Create one under <a href={hrefOf('accounts')}>Accounts</a>.
    </p>
  );
}

/** Sends a draft with a key, and returns how the last send ended. */
function useSending(key: string | undefined) {
  const { caller, notify, refresh } = model;
  const [outcome, setOutcome] = useState<Outcome>();
  const [isSending, setSending] = useState(false);
  const send = async (draft: Draft) => {
    if (key === undefined) return;
    setSending(true);
    try {
      const next = await sendEmail(caller, key, draft);
      setOutcome(next);
      if (next.problem === undefined) notify('Email sent');
    } catch (error) {
      notify(`No response came: ${messageOf(error)}`, 'problem');
    }
    setSending(false);
    refresh();
  };
  return { outcome, isSending, send };
}

interface KeyAndTemplateProps {
  readonly environment: Environment;
  /** Id of the template; empty without one. */
  readonly template: string;
  readonly templates: readonly Template[];
  readonly onKey: (environment: Environment) => void;
  readonly onTemplate: (id: string) => void;
}

/** Chooses the key that sends, and the template. The URL has both. */
function KeyAndTemplate({ environment, template, templates, onKey, onTemplate }: KeyAndTemplateProps) {
  return (
    <div class="inline row">
      <Field
        label="Key"
        value={environment}
        options={[
          ['live', 'live (sends)'],
          ['test', 'test (simulates)'],
        ]}
        onInput={(value) => {
          onKey(value as Environment);
          setParams({ environment: value === 'test' ? value : '' });
        }}
      />
      <Field
        label="Template"
        value={template}
        options={[['', 'none'], ...templates.map(({ id }) => id)]}
        onInput={(value) => {
          onTemplate(value);
          setParams({ template: value, subject: '' });
        }}
      />
    </div>
  );
}

interface ResultProps {
  readonly outcome: Outcome;
  /** Whether no field shows what went wrong. */
  readonly isShown: boolean;
}

/** How the last send ended, with links to the message and the request. */
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

function paramsOf(draft: Draft): Readonly<Record<string, string>> {
  const fields = Object.fromEntries(textFields.map((name) => [name, draft[name]]));
  return { ...fields, variables: textOf(draft.values) };
}

function environmentIn(params: Readonly<Record<string, string>>): Environment {
  return params['environment'] === 'test' ? 'test' : 'live';
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
