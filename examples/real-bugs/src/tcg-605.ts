import type { Mailrig } from 'mailrig';
import { letter, realBug } from './real-bug.ts';

/** The sign-in form. It has a key from the moment when it is shown. */
const setup = () => ({ key: 'form-1', isSent: false });
type Form = ReturnType<typeof setup>;

/** Enter and the button both submit the form, which is there until the link was sent. */
async function bug(mail: Mailrig, form: Form): Promise<void> {
  if (form.isSent) return;
  await mail.emails.send(letter('ada@example.org'));
  form.isSent = true;
}

async function fix(mail: Mailrig, form: Form): Promise<void> {
  if (form.isSent) return;
  await mail.emails.send({ ...letter('ada@example.org'), idempotencyKey: form.key });
  form.isSent = true;
}

export const tcg605 = realBug({
  name: 'tcg-pocket-collection-tracker 605',
  issue: 'https://github.com/marcelpanse/tcg-pocket-collection-tracker/issues/605',
  setup,
  bug: { Enter: bug, click: bug },
  fix: { Enter: fix, click: fix },
  options: { faults: false },
});
