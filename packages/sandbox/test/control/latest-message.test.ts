import { expect, test } from 'vitest';
import { send as sendEmail } from '../conformance/emails.ts';
import { controlPlane } from '../harness.ts';
import { expectInvalid, read, send } from './control.ts';

interface Latest {
  readonly subject: string;
  readonly links: readonly string[];
  readonly codes: readonly string[];
}

const html = '<p>Your code is 493017. <a href="https://app.example/confirm?a=1&amp;b=2">Confirm</a></p>';

controlPlane('the latest message', (open) => {
  test('GET /messages/latest: the newest match has its links and codes', async () => {
    const service = await open();
    await send(service, { to: 'bob@example.net', subject: 'First', html });
    await send(service, { to: 'bob@example.net', subject: 'Second', html });
    await send(service, { to: 'eve@example.net', subject: 'Third', html: '<p>Nothing</p>' });

    const response = await service.call('GET', '/_sandbox/messages/latest?to=bob@example.net');
    expect(read<Latest>(response)).toMatchObject({
      subject: 'Second',
      links: ['https://app.example/confirm?a=1&b=2'],
      codes: ['493017'],
    });
    expect((await service.call('GET', '/_sandbox/messages/latest')).json).toMatchObject({
      subject: 'Third',
      links: [],
      codes: [],
    });
  });

  test('GET /messages/latest: without a match it is a 404 that repeats the filter', async () => {
    const service = await open();
    const response = await service.call('GET', '/_sandbox/messages/latest?to=bob@example.net&wait=1ms');
    expect(response.outcome).toBe('404 NOT_FOUND');
    expect(response.body.error?.message).toBe(
      'There is no message that matches {"to":"bob@example.net"}; GET /_sandbox/messages lists all',
    );
  });

  test('GET /messages/latest: without a match, the 404 names the sends that failed', async () => {
    const service = await open();
    await sendEmail(service, { from: 'ada@elsewhere.org' });
    const response = await service.call('GET', '/_sandbox/messages/latest');
    expect(response.body.error?.message).toMatch(
      /^There is no message yet\n1 request to send an email failed:\n.* 400 FROM_DOMAIN_MISMATCH: from must be /,
    );
  });

  test('GET /messages/latest: with wait, it answers as soon as a message matches', async () => {
    const service = await open();
    const waiting = service.call('GET', '/_sandbox/messages/latest?to=bob@example.net&wait=1h');
    await send(service, { to: 'eve@example.net', subject: 'Not this' });
    await send(service, { to: 'bob@example.net', subject: 'This' });
    expect(read<Latest>(await waiting).subject).toBe('This');
  });

  test('GET /messages/latest: a wrong filter is a 400 that names it', async () => {
    const service = await open();
    expectInvalid(await service.call('GET', '/_sandbox/messages/latest?status=lost'), 'status');
  });
});
