import { createSandbox } from '@mailrig/sandbox';
import { handlers } from '@mailrig/sandbox/msw';
import { setupWorker } from 'msw/browser';

/** The app in the page. It sends with the global `fetch` and shows what the sandbox captured. */
const sandbox = createSandbox({ baseUrl: location.origin });
await setupWorker(...handlers(sandbox)).start({ quiet: true });

const response = await fetch('/api/v1/emails', {
  method: 'POST',
  headers: { authorization: `Bearer ${sandbox.liveApiKey}`, 'content-type': 'application/json' },
  body: JSON.stringify({
    from: 'ada@example.com',
    to: 'bob@example.org',
    subject: 'From a page',
    html: '<p>Hello <b>Bob</b></p>',
  }),
});
sandbox.clock.advance('1h');
show('status', String(response.status));
show('remaining', response.headers.get('x-ratelimit-remaining') ?? '');
show(
  'mail',
  sandbox.mailbox
    .list()
    .map(({ to, subject, status }) => `${to.join()}: ${subject} (${status})`)
    .join(),
);

const refused = await fetch('/api/v1/emails');
const { error } = (await refused.json()) as { error: { code: string } };
show('refusal', `${refused.status} ${error.code}`);

sandbox.faults.add({ operation: 'listEmails', times: 1, effect: { network: 'reset' } });
const lost = await fetch('/api/v1/emails', { headers: { 'x-api-key': sandbox.liveApiKey } }).catch(
  (reason: unknown) => reason,
);
show('lost', lost instanceof TypeError ? 'TypeError' : 'answered');

function show(id: string, text: string): void {
  const line = document.createElement('p');
  line.id = id;
  line.textContent = text;
  document.body.append(line);
}
