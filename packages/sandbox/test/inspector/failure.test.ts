import { createSandbox, type Sandbox, sweep } from '@mailrig/sandbox';
import { expect } from 'vitest';
import { findings } from './findings.ts';
import { browserTest, openInspector } from './open-inspector.ts';

/** Sends an email, and writes down that it was sent. */
async function work(fork: Sandbox, outbox: { isSent?: boolean }): Promise<void> {
  if (outbox.isSent) return;
  await fork.fetch(`${fork.baseUrl}/api/v1/emails`, {
    method: 'POST',
    headers: { 'x-api-key': fork.liveApiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'a@example.com', to: 'b@example.org', subject: 'Bill', text: 'Hi' }),
  });
  outbox.isSent = true;
}

browserTest(
  'a failed sweep shows its timeline, what the program printed and its messages on a wide screen; each request links to its exchange; a failed test shows why a send was refused',
  async () => {
    const tasks = { worker: work };
    const report = await sweep(
      createSandbox(),
      { setup: () => ({}), tasks },
      { faults: false, crashes: true },
    );
    const inspector = await openInspector('#/messages');
    const { page, sandbox, url, errors } = inspector;
    const menu = page.getByRole('navigation', { name: 'Views' });
    await menu.getByRole('link', { name: 'Requests' }).waitFor();
    expect(await menu.getByRole('link', { name: 'Failure' }).count()).toBe(0);
    // As the command `sweep` saves it: with what the program printed.
    const printed = JSON.stringify([{ when: 'before sendEmail #2', text: 'sending again' }]);
    const saved = [...report.save()].map((line) =>
      line.replace('"schedule":{', `"schedule":{"printed":${printed},`),
    );
    await sandbox.load(saved.join(''));
    await page.goto(`${url}/?again#/failure`);
    await page.getByRole('heading', { name: 'sendEmail #1, crash after' }).waitFor();
    await menu.getByRole('link', { name: 'Failure' }).waitFor();
    const timeline = page.getByRole('figure', { name: 'What passed when' });
    expect(await timeline.getByRole('link').allInnerTexts()).toEqual([
      'sendEmail #1\ncrash after it\npackages/sandbox/test/inspector/failure.test.ts:9',
      'sendEmail #2\n201\npackages/sandbox/test/inspector/failure.test.ts:9\nthe second email',
    ]);
    await page.getByText(`await sweep(sandbox, scenario, { replay: 'crash:1' });`).waitFor();
    await timeline.getByText('What the program printed').click();
    await timeline.getByText('— before sendEmail #2 sending again').waitFor();
    const messages = page.getByRole('region', { name: 'Messages' });
    expect(await messages.getByRole('listitem').allInnerTexts()).toEqual([
      'Bill\nb@example.org\nworker, sendEmail #1\nsent',
      'Bill\nb@example.org\nworker, sendEmail #2\nqueued',
    ]);
    expect(await findings(inspector)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    const requests = await page
      .getByRole('main')
      .getByRole('list')
      .filter({ hasText: '201' })
      .last()
      .boundingBox();
    expect((requests?.y ?? 0) + (requests?.height ?? 0)).toBeGreaterThan(840);
    await timeline.getByRole('link', { name: 'the second email' }).click();
    await page.getByRole('article', { name: 'sendEmail' }).waitFor();
    await page.getByRole('link', { name: 'Open message' }).click();
    await page.getByRole('heading', { name: 'Bill' }).waitFor();

    const failing = createSandbox();
    failing.suppressions.add({ email: 'b@example.org' });
    await work(failing, {});
    const recording = await failing.fetch(`${failing.baseUrl}/_sandbox/recording`, {
      method: 'POST',
      body: JSON.stringify({ title: 'bills everyone', error: 'No email was sent' }),
    });
    await sandbox.load(await recording.text());
    await page.goto(`${url}/?failed#/failure`);
    await page.getByRole('heading', { name: 'bills everyone' }).waitFor();
    await page.getByText('No email was sent').waitFor();
    await page.getByText('b@example.org, Bill: to is on the suppression list').waitFor();
    expect(errors).toEqual([]);
  },
);
