import { isMailrigError, Mailrig } from 'mailrig';
import { didItGoOut } from './did-it-go-out.ts';
import { sendWelcome } from './welcome.ts';

const [to = 'grace@example.org'] = process.argv.slice(2);

try {
  // Without options, the client reads MAILRIG_API_KEY and MAILRIG_BASE_URL.
  const sent = await sendWelcome(new Mailrig(), to);
  console.log(sent.messageId);
} catch (error) {
  if (!isMailrigError(error)) throw error;
  console.error(error.message);
  console.error(didItGoOut(error));
  process.exitCode = 1;
}
