import { createSandbox } from '@mailrig/sandbox';
import { handlers } from '@mailrig/sandbox/msw';
import { Mailrig } from 'mailrig';
import { setupWorker } from 'msw/browser';
import { element } from './element.ts';
import { outbox } from './outbox.ts';

/** The story: a sandbox in the page answers every request of the component. */
const sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-31T09:00:00Z' });
sandbox.suppressions.add({ email: 'gone@example.org' });
await setupWorker(...handlers(sandbox)).start({ quiet: true });

const mail = new Mailrig({
  apiKey: sandbox.liveApiKey,
  baseUrl: sandbox.baseUrl,
  // Safe here: the key belongs to the sandbox in this page.
  dangerouslyAllowBrowser: true,
});
const refresh = outbox(mail);

const time = element('time', HTMLTimeElement);
showTime();

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-advance]')) {
  button.addEventListener('click', () => {
    sandbox.clock.advance(button.dataset['advance'] ?? '');
    showTime();
    void refresh();
  });
}

function showTime(): void {
  time.textContent = sandbox.clock.now().toISOString();
}
