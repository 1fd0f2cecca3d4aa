import { createSandbox, type Sandbox, sweep } from '@mailrig/sandbox';
import { Mailrig } from 'mailrig';

const names = [
  'Ada',
  'Grace',
  'Linus',
  'Margaret',
  'Alan',
  'Katherine',
  'Edsger',
  'Barbara',
  'Dennis',
  'Radia',
];
const surnames = ['Lovelace', 'Hopper', 'Hamilton', 'Turing', 'Johnson', 'Dijkstra', 'Liskov', 'Perlman'];

/** The users of a shop: number 0 is `ada.lovelace0@example.org`. */
const users = Array.from({ length: 5_000 }, (_, number) => {
  const firstName = names[number % names.length] ?? '';
  const lastName = surnames[number % surnames.length] ?? '';
  return {
    email: `${firstName}.${lastName}${number}@example.org`.toLowerCase(),
    firstName,
    lastName,
    customFields: { city: number % 3 === 0 ? 'Lisbon' : 'Kraków', plan: number % 4 === 0 ? 'pro' : 'free' },
  };
});
const [linus, grace, margaret] = ['linus@example.org', 'grace@example.org', 'margaret@example.org'];

/** A sandbox with a frozen clock and the shop's users, templates and suppressions. */
export function createShop(): Sandbox {
  return createSandbox({
    clock: 'manual',
    startAt: '2026-11-22T09:00:00Z',
    seed: {
      accounts: [
        {
          contactLists: [
            {
              name: 'Customers',
              description: 'Everybody who bought something',
              customFields: [
                { key: 'city', label: 'City', type: 'text' },
                { key: 'plan', label: 'Plan', type: 'text' },
              ],
              contacts: users,
            },
            {
              name: 'Newsletter',
              contacts: users.slice(0, 40).map(({ email }) => ({ email })),
            },
          ],
          templates: {
            receipt: {
              subject: 'Your receipt for order {{order}}',
              html: letter('Thank you, {{name}}', '<p>Order {{order}}, {{total}} EUR.</p>'),
              text: 'Thank you, {{name}}. Order {{order}}, {{total}} EUR.',
            },
          },
          suppressions: [
            { email: 'gone@example.org', reason: 'bounced' },
            { email: 'angry@example.org', reason: 'complained' },
            'manual@example.org',
          ],
        },
        { domain: { name: 'staging.example.net', dnsVerified: false }, credits: 120 },
      ],
    },
  });
}

/** What a shop has to show: ids, and the number of an event. */
export type Shown = Awaited<ReturnType<typeof fill>>;

/** A morning of the shop: mail of each kind, mistakes, faults and verifications. */
export async function fill(sandbox: Sandbox) {
  const from = 'Example Shop <shop@example.com>';
  const api = (path: string, body: object, method = 'POST', key = sandbox.liveApiKey) =>
    sandbox
      .fetch(`${sandbox.baseUrl}/api/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      .catch(() => undefined);
  const send = async (to: string | readonly string[], subject: string, fields: object = {}) => {
    const content = { text: `${subject}.`, ...fields };
    await api('emails', { from, to, ...('templateId' in content ? fields : { subject, ...content }) });
    sandbox.clock.advance('47s');
    return sandbox.requests.last()?.requestId ?? '';
  };
  const latest = () => sandbox.mailbox.latest()?.id ?? '';

  for (const [index, { email, firstName }] of users.slice(0, 14).entries()) {
    await send(email, index % 2 === 0 ? `Your order ${1030 + index} is on its way` : 'Your weekly summary', {
      html: letter(`Hello ${firstName}`, '<p>Your parcel left our warehouse this morning.</p>'),
    });
  }
  await send(linus, '', { templateId: 'receipt', variables: { name: 'Linus', order: 1042, total: '29.00' } });
  const missing = await send(linus, '', { templateId: 'receipt', variables: { name: 'Linus' } });
  await send('bounce@example.org', 'Your parcel is on its way');
  sandbox.clock.advance('1h');
  const bounced = latest();
  await send(
    users.slice(0, 41).map(({ email }) => email),
    'What is new in November',
    { html: letter('What is new', '<p>Forty new things, and one that is old.</p>') },
  );
  const many = latest();
  sandbox.faults.failNext('sendEmail', 503, 2);
  for (let attempt = 0; attempt < 3; attempt++) {
    await api('emails', {
      from,
      to: margaret,
      subject: 'Your invoice 2026-118',
      text: 'It is due on Friday.',
      idempotencyKey: 'invoice-2026-118',
    });
    sandbox.clock.advance('2s');
  }
  const retried = latest();
  sandbox.clock.advance('10m');
  await api(`emails`, { from, to: grace, subject: 'A test', text: 'Hi' }, 'POST', sandbox.testApiKey);
  const refused = await send(['grace@example'], 'Welcome', { replyto: 'help@example.com' });
  await send('gone@example.org', 'We miss you');
  const mail = new Mailrig({ apiKey: sandbox.liveApiKey, baseUrl: sandbox.baseUrl, fetch: sandbox.fetch });
  await mail.emails.send({
    from,
    to: grace,
    subject: 'Confirm your address',
    html: letter(
      'Confirm your address',
      '<p>Hello Grace, your code is</p><p style="font:700 32px ui-monospace,monospace;letter-spacing:.15em">493017</p><p><a href="https://app.example.com/confirm?code=493017" style="background:#1d4ed8;color:#fff;padding:10px 18px;border-radius:6px;text-decoration:none">Confirm</a></p>',
    ),
    text: 'Hello Grace, your code is 493017: https://app.example.com/confirm?code=493017',
    attachments: [{ filename: 'invoice.pdf', content: new TextEncoder().encode('%PDF-1.4 invoice') }],
  });
  sandbox.clock.advance('47s');
  const code = latest();
  sandbox.clock.advance('4s');
  await api('attachments/presigned-url', { filename: 'prices.csv', contentType: 'text/csv', size: 512 });
  sandbox.verifications.setResult('typo@exmaple.org', 'invalid');
  sandbox.verifications.setResult('info@example.org', 'risky');
  await api('email-verification/batch', { emails: users.slice(0, 30).map(({ email }) => email) });
  sandbox.verifications.complete(sandbox.verifications.list()[0]?.id ?? '');
  await api('email-verification/batch', { emails: [linus, 'typo@exmaple.org', 'info@example.org'] });
  await api('email-verification/single', { email: 'typo@exmaple.org' });
  sandbox.faults.failNext('sendEmail', 503);
  sandbox.faults.add({ operation: 'verifyEmail', effect: { delay: 3000 } });
  return {
    code,
    retried,
    many,
    bounced,
    // The event before it bounced.
    beforeBounce: (sandbox.history().find(({ type }) => type === 'email.bounced')?.sequence ?? 0) - 1,
    refused,
    missing,
    contact: sandbox.contacts.list()[0]?.id ?? '',
    verification: sandbox.verifications.list().at(-1)?.id ?? '',
  };
}

/** A sandbox with what a sweep has found in a worker that sends before it writes down that it did. */
export async function createFailure(): Promise<Sandbox> {
  const worker = async (fork: Sandbox, outbox: { isSent?: boolean }) => {
    if (outbox.isSent) return;
    await fork.fetch(`${fork.baseUrl}/api/v1/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fork.liveApiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from: 'shop@example.com', to: linus, subject: 'Your bill', text: 'Hi' }),
    });
    outbox.isSent = true;
  };
  const report = await sweep(
    createSandbox(),
    { setup: () => ({}), tasks: { worker } },
    { faults: false, crashes: true },
  );
  const sandbox = createSandbox();
  await sandbox.load(report.save());
  return sandbox;
}

function letter(title: string, content: string): string {
  return `<div style="font:16px/1.6 sans-serif;padding:24px"><h1 style="font-size:26px">${title}</h1>${content}</div>`;
}
