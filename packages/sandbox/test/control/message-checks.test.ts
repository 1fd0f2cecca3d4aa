import { expect, test } from 'vitest';
import { controlPlane } from '../harness.ts';
import { expectInvalid, read, send } from './control.ts';

interface Checks {
  readonly passed: boolean;
  readonly clients: readonly string[];
  readonly findings: readonly { readonly check: string }[];
}

const html = '<p lang="en" style="border-radius: 4px">Hi</p>\n<a href="">Start</a>';

controlPlane('message checks', (open) => {
  test('GET /messages/{id}/check: every finding has its check, severity, line, reason and advice', async () => {
    const service = await open();
    const { id } = await send(service, { html, text: 'Hi' });
    const response = await service.call('GET', `/_sandbox/messages/${id}/check`);
    expect(response.json).toMatchObject({
      passed: false,
      counts: { error: 1, warning: 0, advice: 1 },
      htmlBytes: html.length,
      clippedBytes: 104_448,
      supportDate: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
    });
    expect(read<Checks>(response).findings[0]).toEqual({
      check: 'link-empty',
      severity: 'error',
      title: 'Links that lead nowhere',
      reason: expect.stringContaining('A click does nothing'),
      message: 'A link to "" leads nowhere. Give the link an address, or remove it.',
      part: 'html',
      line: 2,
      column: 10,
      positions: [{ line: 2, column: 10 }],
      count: 1,
    });
  });

  test.for(['/check', ''])('GET /messages/{id}%s: a long message lets other requests run', async (path) => {
    const service = await open();
    const short = await send(service, { html, text: 'Hi' });
    const long = await send(service, { html: html.repeat(15_000), text: 'Hi' });
    // The first check also loads what it needs.
    await service.call('GET', `/_sandbox/messages/${short.id}/check`);
    let isOver = false;
    const reading = service.call('GET', `/_sandbox/messages/${long.id}${path}`).finally(() => {
      isOver = true;
    });
    let answered = 0;
    for (; !isOver; answered++) {
      await service.call('GET', '/_sandbox/health');
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await reading).outcome).toBe('200');
    expect(answered).toBeGreaterThan(3);
  });

  test('GET /messages/{id}/check: clients, ignore and failOn are lists and names in the query', async () => {
    const service = await open();
    const { id } = await send(service, { html, text: 'Hi' });
    const path = `/_sandbox/messages/${id}/check`;
    const chosen = read<Checks>(
      await service.call('GET', `${path}?clients=gmail.ios,outlook.windows&ignore=link-empty`),
    );
    expect(chosen.clients).toEqual(['gmail.ios', 'outlook.windows']);
    expect(chosen.findings.map(({ check }) => check)).toEqual(['client-support']);
    expect(read<Checks>(await service.call('GET', `${path}?ignore=link-empty&failOn=error`)).passed).toBe(
      true,
    );
    for (const query of ['clients=gmial', 'ignore=nothing', 'failOn=fatal']) {
      expectInvalid(await service.call('GET', `${path}?${query}`), query.split('=')[0] ?? '');
    }
    expect((await service.call('GET', '/_sandbox/messages/msg_none/check')).outcome).toBe('404 NOT_FOUND');
  });
});
