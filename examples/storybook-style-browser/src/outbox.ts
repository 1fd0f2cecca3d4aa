import { isMailrigError, type Mailrig } from 'mailrig';
import { element } from './element.ts';

/**
 * The component: a form to send an email, and a table of sent emails. It only knows the client, not the
 * sandbox.
 *
 * @returns A function that refreshes the table.
 */
export function outbox(mail: Mailrig): () => Promise<void> {
  const form = element('form', HTMLFormElement);
  const status = element('[role=status]', HTMLElement);
  const table = element('tbody', HTMLTableSectionElement);

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(new FormData(form));
  });

  async function send(fields: FormData): Promise<void> {
    const text = (name: string) => String(fields.get(name));
    try {
      await mail.emails.send({
        from: 'ada@example.com',
        to: text('to'),
        subject: text('subject'),
        text: text('text'),
      });
      status.textContent = `Sent to ${text('to')}.`;
    } catch (error) {
      if (!isMailrigError(error)) throw error;
      status.textContent = `Not sent to ${text('to')}: ${error.message}`;
    }
    await refresh();
  }

  async function refresh(): Promise<void> {
    const { items } = await mail.emails.list();
    table.replaceChildren();
    for (const { to, subject, status: state } of items) {
      const row = table.insertRow();
      for (const text of [to.join(', '), subject, state]) row.insertCell().textContent = text;
    }
  }

  return refresh;
}
