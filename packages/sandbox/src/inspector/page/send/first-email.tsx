import { hrefOf, model } from '../model.ts';
import { CopyButton } from '../parts/button.tsx';
import { Source } from '../parts/source.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { asCode, codeForms } from '../requests/as-code.ts';
import { activeKey } from './send-email.ts';

/** How to send the first email to this sandbox, as code that runs as it stands. */
export function FirstEmail() {
  const { account } = model;
  if (account === undefined) return null;
  const key = activeKey(account, 'live');
  const email = {
    from: `ada@${account.domain.name}`,
    to: 'bob@example.org',
    subject: 'Hello',
    html: '<p>Hi <b>Bob</b>, your code is 493017.</p>',
  };
  const request = {
    operation: 'sendEmail',
    method: 'POST',
    target: '/api/v1/emails',
    headers: { authorization: `Bearer ${key ?? 'YOUR_KEY'}`, 'content-type': 'application/json' },
    body: JSON.stringify(email),
  };
  return (
    <section class="body first-email" aria-label="Send the first email">
      <h2>Send the first email</h2>
      <p class="muted">
        Run one of these, or <a href={hrefOf('send', undefined, {})}>fill in a form</a>. The email appears
        here at once.
      </p>
      {key === undefined && (
        <p class="problem">
          This account has no active live key. Create one under <a href={hrefOf('accounts')}>Accounts</a>, and
          the code below will use it.
        </p>
      )}
      <Tabs
        label="Language"
        param="language"
        tabs={codeForms.map((name) => ({
          name,
          content: () => {
            const code = asCode(name, request);
            return (
              <>
                <Source text={code.trimEnd()} />
                <div class="buttons row">
                  <CopyButton text={code} label="Copy code" />
                  {name === 'TypeScript' && (
                    <span class="muted">
                      Needs <code>npm install mailrig</code>.
                    </span>
                  )}
                </div>
              </>
            );
          },
        }))}
      />
    </section>
  );
}
