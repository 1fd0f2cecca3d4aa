import { randomUUID } from 'node:crypto';
import { type Chapter, must } from './chapter.ts';

const from = '"Ada Lovelace" <ada@example.com>';

/** Sends emails in several ways. */
export const sending: Chapter = {
  title: 'Sending',
  steps: [
    {
      title: 'send with a live key',
      run: async ({ live }) => {
        const sent = await live.emails.send({
          from,
          to: 'bob@example.org',
          subject: 'Hello Bob',
          html: '<p>Hi <b>Bob</b></p>',
          text: 'Hi Bob',
        });
        must(!sent.sandbox, 'a live send is not simulated');
        return `accepted as ${sent.messageId}`;
      },
    },
    {
      title: 'send with a test key',
      run: async ({ test }) => {
        const sent = await test.emails.send({
          from,
          to: 'bob@example.org',
          subject: 'Hello',
          text: 'Hi Bob',
        });
        must(sent.sandbox, 'a test send is simulated');
        return `only simulated, for ${sent.recipients.join(', ')}`;
      },
    },
    {
      title: 'send a template',
      run: async ({ live }) => {
        await live.emails.send({
          from,
          to: 'grace@example.org',
          templateId: 'welcome',
          variables: { name: 'Grace', plan: 'free' },
        });
        const page = await live.emails.list({ to: 'grace@example.org' });
        const subject = page.items[0]?.subject;
        must(subject === 'Welcome, Grace', 'the template is filled in');
        return `subject "${subject}"`;
      },
    },
    {
      title: 'send twice with one idempotency key',
      run: async ({ live }) => {
        const email = {
          from,
          to: 'carol@example.org',
          subject: 'Your invoice',
          text: 'It is due on Friday.',
          idempotencyKey: `tour-${randomUUID()}`,
        };
        const first = await live.emails.send(email);
        const second = await live.emails.send(email);
        const { total } = await live.emails.list({ to: email.to });
        must(first.messageId === second.messageId && total === 1, 'a repeated key sends nothing');
        return `one email, and both calls returned ${first.messageId}`;
      },
    },
    {
      title: 'send to an address that bounces',
      run: async ({ live }) => {
        const sent = await live.emails.send({
          from,
          to: 'bounce@example.org',
          subject: 'Anybody there?',
          text: 'Hello?',
        });
        return `accepted as ${sent.messageId}`;
      },
    },
  ],
};
