import { hrefOf, useParam } from '../route.ts';
import { useSandbox } from '../sandbox-context.ts';
import { activeKey } from './send-email.ts';
import { snippets } from './snippets.ts';
import { CopyButton, Source, Tabs } from '../parts/index.ts';

/** How to send the first email to this sandbox, as code that runs as it stands. */
export function FirstEmail() {
  const { account } = useSandbox();
  const [language, setLanguage] = useParam('language');
  if (account === undefined) return null;
  const key = activeKey(account, 'live');
  const from = `ada@${account.domain.name}`;
  return (
    <section class="first-email" aria-label="Send the first email">
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
        chosen={language}
        onChoose={setLanguage}
        tabs={snippets({ origin: location.origin, key: key ?? 'YOUR_KEY', from }).map(([name, code]) => ({
          name,
          content: () => (
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
          ),
        }))}
      />
    </section>
  );
}
