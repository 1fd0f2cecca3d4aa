import { createSandbox } from '@mailrig/sandbox';
import { Mailrig } from 'mailrig';
import { expect, test, vi } from 'vitest';
import { reached, watchBounces } from '../src/tracking.ts';

const email = { from: 'ada@example.com', subject: 'Hello', text: 'Hi' };

function start() {
  const sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-31T09:00:00Z' });
  return { sandbox, mail: new Mailrig(sandbox.clientOptions()) };
}

test('a send is followed until it has reached its recipient or has failed', async () => {
  const { sandbox, mail } = start();
  const [delivered, bounced] = [
    await mail.emails.send({ ...email, to: 'grace@example.org' }),
    await mail.emails.send({ ...email, to: 'bounce@example.org' }),
  ];
  sandbox.clock.advance('1m');
  expect(await reached(mail, delivered)).toBe(true);
  expect(await reached(mail, bounced)).toBe(false);
});

test('bounces are reported, and the cursor is saved after each change', async () => {
  const { sandbox, mail } = start();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await mail.emails.send({ ...email, to: 'bounce@example.org' });
  sandbox.clock.advance('1m');
  const cursors: (string | undefined)[] = [];
  const stopped = new Error('stopped');
  const save = async (cursor: string | undefined) => {
    cursors.push(cursor);
    if (cursors.length === 3) throw stopped;
  };
  await expect(watchBounces(mail, '2026-01-31', { save })).rejects.toBe(stopped);
  expect(warn).toHaveBeenCalledExactlyOnceWith('bounced:', ['bounce@example.org']);
  expect(new Set(cursors).size).toBe(3);
});
