import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  AbortError,
  EmailEndedError,
  type EmailMilestone,
  NotFoundError,
  TimeoutError,
} from '../src/index.ts';
import { connect, connectThrough, email, failureOf } from './client.ts';

/** Lets time pass until the promise is settled. */
async function pass<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  for (let step = 0; step < 20_000 && !isSettled; step += 1) await vi.advanceTimersByTimeAsync(250);
  return promise;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-01-31T09:30:00Z') });
});

afterEach(() => {
  vi.useRealTimers();
});

type Client = ReturnType<typeof connect>;

const looks = ({ sandbox }: Client) => sandbox.requests.count({ operation: 'listEmails' });

async function newestId({ mail }: Pick<Client, 'mail'>): Promise<string> {
  return (await mail.emails.list()).items[0]?.id ?? '';
}

describe('waitFor', () => {
  test.each([
    ['bob@example.org', 'delivered'],
    ['bounce@example.org', 'bounced'],
    ['fail@example.org', 'failed'],
  ])('waits until the email to %s has %s', async (to, status) => {
    const client = connect();
    client.sandbox.requests.clear();
    const sent = await client.mail.emails.send({ ...email, to });
    expect(await pass(client.mail.emails.waitFor(sent))).toMatchObject({ messageId: sent.messageId, status });
    expect(looks(client)).toBeLessThan(5);
  });

  test('takes the id or the message id of an email, and finds it among others', async () => {
    const client = connect({}, { rateLimit: false });
    const { messageId } = await client.mail.emails.send(email);
    const id = await newestId(client);
    await vi.advanceTimersByTimeAsync(10_000);
    for (let count = 0; count < 150; count += 1) await client.mail.emails.send(email);
    expect(await pass(client.mail.emails.waitFor(id))).toMatchObject({ id, status: 'delivered' });
    expect(await pass(client.mail.emails.waitFor(messageId))).toMatchObject({ id });
  });

  test('can wait for a milestone that has passed, and for the first of several', async () => {
    const { mail, sandbox } = connect();
    const sent = await mail.emails.send(email);
    await pass(mail.emails.waitFor(sent));
    expect(await mail.emails.waitFor(sent, { until: 'sent' })).toMatchObject({ status: 'delivered' });
    const waiting = mail.emails.waitFor(sent, { until: ['opened', 'clicked'] });
    await vi.advanceTimersByTimeAsync(60_000);
    const id = await newestId({ mail });
    sandbox.emails.click(id);
    expect(await pass(waiting)).toHaveProperty('clickedAt');
  });

  test('rejects as soon as the email can no longer get there', async () => {
    const { mail } = connect();
    const sent = await mail.emails.send({ ...email, to: 'bounce@example.org' });
    const error = await failureOf(pass(mail.emails.waitFor(sent, { until: ['delivered', 'opened'] })));
    expect(error).toBeInstanceOf(EmailEndedError);
    expect(error).toMatchObject({ code: 'EMAIL_ENDED', email: { status: 'bounced' } });
    expect(error.message).toContain('is bounced and will not become delivered or opened');
  });

  test('asks about 10 times in the first minute and 4 times in each further one', async () => {
    const client = connect({}, { timing: { email: { delivered: '1h' } } });
    const sent = await client.mail.emails.send(email);
    const waiting = failureOf(client.mail.emails.waitFor(sent, { totalTimeout: 180_000 }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks(client)).toBeLessThanOrEqual(10);
    const before = looks(client);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks(client) - before).toBe(4);
    expect(await pass(waiting)).toBeInstanceOf(TimeoutError);
  });

  test('ends with its signal', async () => {
    const { mail } = connect({}, { timing: { email: { delivered: '1h' } } });
    const sent = await mail.emails.send(email);
    const controller = new AbortController();
    const waiting = failureOf(mail.emails.waitFor(sent, { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(5_000);
    controller.abort();
    expect(await waiting).toBeInstanceOf(AbortError);
  });

  test('survives a service that fails for a while', async () => {
    const { mail, sandbox } = connect();
    const sent = await mail.emails.send(email);
    sandbox.faults.failNext('listEmails', 503, 2);
    expect(await pass(mail.emails.waitFor(sent))).toMatchObject({ status: 'delivered' });
  });

  test.each([
    ['before the email is listed first', 0, 1_500],
    ['after it was listed', 500, 30_000],
  ])('bears a list that lags %s', async (_, from, to) => {
    let lacked = 0;
    const start = Date.now();
    const { mail } = connectThrough((answer) => {
      const time = Date.now() - start;
      if (answer.status !== 200 || time < from || time >= to) return;
      lacked += 1;
      const pagination = { page: 1, limit: 100, total: 0, totalPages: 0 };
      return Response.json({ success: true, data: { emails: [], pagination } });
    });
    const sent = await mail.emails.send(email);
    expect(await pass(mail.emails.waitFor(sent))).toMatchObject({ status: 'delivered' });
    expect(lacked).toBeGreaterThan(0);
  });

  test('an accepted email that is not listed within a minute is a NotFoundError', async () => {
    const { mail, sandbox } = connect();
    const sent = await mail.emails.send(email);
    sandbox.reset();
    const start = Date.now();
    expect(await failureOf(pass(mail.emails.waitFor(sent)))).toBeInstanceOf(NotFoundError);
    expect(Date.now() - start).toBeGreaterThanOrEqual(60_000);
    expect(Date.now() - start).toBeLessThan(80_000);
  });

  test('an email that does not exist is a NotFoundError', async () => {
    const { mail } = connect();
    expect(await failureOf(pass(mail.emails.waitFor('msg_1')))).toBeInstanceOf(NotFoundError);
  });

  test('a simulated send is refused at once, because the service never lists it (A66)', async () => {
    const { mail, sandbox } = connect();
    const simulated = await connect({ apiKey: sandbox.testApiKey, fetch: sandbox.fetch }).mail.emails.send(
      email,
    );
    expect((await failureOf(mail.emails.waitFor(simulated))).message).toContain('only simulated');
  });

  test('a misspelt milestone is refused with the one that was meant', async () => {
    const { mail } = connect();
    const options = { until: 'deliverd' } as object;
    expect((await failureOf(mail.emails.waitFor('msg_1', options))).message).toContain(
      'must be one or more of queued, sent, delivered, bounced, failed, opened, clicked; did you mean delivered?',
    );
  });

  test.each([
    { until: 'read' },
    { until: [] },
    { pollInterval: 0 },
    { pollInterval: 5 },
    { totalTimeout: -1 },
  ])('%j is refused by name', async (options) => {
    const { mail } = connect();
    const error = await failureOf(mail.emails.waitFor('msg_1', options as object));
    expect(error.message).toContain(`option ${Object.keys(options)[0]} must be`);
  });
});

/** Collects changes in the background. */
function follow(changes: AsyncIterable<EmailMilestone>, most = Infinity) {
  const news: string[] = [];
  const done = (async () => {
    for await (const {
      email: { to },
      milestone,
    } of changes) {
      news.push(`${to.join()} ${milestone}`);
      if (news.length >= most) break;
    }
  })();
  return { news, done };
}

describe('changes', () => {
  const since = '2026-01-31';

  test('gives each milestone of each email once, oldest first', async () => {
    const { mail, sandbox } = connect();
    const { news } = follow(mail.emails.changes({ since }));
    await mail.emails.send({ ...email, to: 'a@example.org' });
    await vi.advanceTimersByTimeAsync(10_000);
    await mail.emails.send({ ...email, to: 'bounce@example.org' });
    await vi.advanceTimersByTimeAsync(60_000);
    const delivered = sandbox.mailbox.list({ to: 'a@example.org' })[0];
    sandbox.emails.open(delivered?.id ?? '');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(news).toEqual([
      'a@example.org queued',
      'a@example.org sent',
      'a@example.org delivered',
      'bounce@example.org queued',
      'bounce@example.org sent',
      'bounce@example.org bounced',
      'a@example.org opened',
    ]);
  });

  test('continues from a cursor, in another process, without a gap and without repeating', async () => {
    const first = connect();
    await first.mail.emails.send({ ...email, to: 'a@example.org' });
    const changes = first.mail.emails.changes({ since });
    const { news, done } = follow(changes, 2);
    await pass(done);
    const cursor = changes.cursor ?? '';
    await vi.advanceTimersByTimeAsync(30_000);
    await first.mail.emails.send({ ...email, to: 'b@example.org' });
    const again = follow(first.mail.emails.changes({ since: cursor }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([...news, ...again.news]).toEqual([
      'a@example.org queued',
      'a@example.org sent',
      'a@example.org delivered',
      'b@example.org queued',
      'b@example.org sent',
      'b@example.org delivered',
    ]);
  });

  test('without since, begins with what happens from now on, also to emails that are under way', async () => {
    const { mail } = connect({}, { timing: { email: { delivered: '5m' } } });
    await mail.emails.send({ ...email, to: 'a@example.org' });
    await vi.advanceTimersByTimeAsync(60_000);
    const { news } = follow(mail.emails.changes());
    await vi.advanceTimersByTimeAsync(600_000);
    expect(news).toEqual(['a@example.org delivered']);
  });

  test('keeps to its requests per minute, however many emails there are', async () => {
    const client = connect({}, { rateLimit: false });
    for (let count = 0; count < 450; count += 1) await client.mail.emails.send(email);
    client.sandbox.requests.clear();
    const { news } = follow(client.mail.emails.changes({ since, requestsPerMinute: 10 }));
    await vi.advanceTimersByTimeAsync(300_000);
    expect(new Set(news).size).toBe(3);
    expect(news).toHaveLength(1_350);
    expect(looks(client)).toBeLessThanOrEqual(55);
    expect(looks(client)).toBeGreaterThanOrEqual(45);
  });

  test('forgets emails that are older than it follows them, and its cursor stays small', async () => {
    const client = connect({}, { rateLimit: false });
    const changes = client.mail.emails.changes({ since, follow: 60_000, requestsPerMinute: 6 });
    const { news } = follow(changes);
    for (let round = 0; round < 8; round += 1) {
      for (let count = 0; count < 5; count += 1) await client.mail.emails.send(email);
      await vi.advanceTimersByTimeAsync(30_000);
    }
    expect(news).toHaveLength(3 * 40);
    expect(changes.cursor?.length).toBeLessThanOrEqual(300);
  });

  test('has a cursor with about ten characters for each email that is followed', async () => {
    const { mail } = connect({}, { rateLimit: false });
    for (let count = 0; count < 200; count += 1) await mail.emails.send(email);
    await vi.advanceTimersByTimeAsync(10_000);
    const changes = mail.emails.changes({ since });
    const { news } = follow(changes);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(news).toHaveLength(600);
    expect(changes.cursor?.length).toBeLessThanOrEqual(200 * 10 + 100);
    const again = follow(mail.emails.changes({ since: changes.cursor }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(again.news).toEqual([]);
  });

  test('ends with its signal', async () => {
    const { mail } = connect();
    const controller = new AbortController();
    const { done } = follow(mail.emails.changes({ since, signal: controller.signal }));
    const ended = failureOf(done);
    await vi.advanceTimersByTimeAsync(10_000);
    controller.abort();
    expect(await ended).toBeInstanceOf(AbortError);
  });

  test('fails with the error of the service, and its cursor can continue later', async () => {
    const { mail, sandbox } = connect();
    await mail.emails.send({ ...email, to: 'a@example.org' });
    await vi.advanceTimersByTimeAsync(10_000);
    const changes = mail.emails.changes({ since });
    sandbox.faults.add({ operation: 'listEmails', skip: 1, times: 1, effect: { status: 401 } });
    const { news, done } = follow(changes);
    expect(await failureOf(pass(done))).toHaveProperty('code', 'UNAUTHORIZED');
    expect(news).toHaveLength(3);
    const again = follow(mail.emails.changes({ since: changes.cursor }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(again.news).toEqual([]);
  });

  test('a second loop is refused', async () => {
    const { mail } = connect();
    const changes = mail.emails.changes({ since });
    follow(changes);
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await failureOf(follow(changes).done)).message).toContain('can be looped over once');
  });

  test.each([
    ['since', { since: 'yesterday' }],
    ['since', { since: '{"since":1}' }],
    ['since', { since: '{"since":1,"latest":1,"reported":{"1":"msg_1"}}' }],
    ['follow', { follow: 0 }],
    ['requestsPerMinute', { requestsPerMinute: 0 }],
  ])('a wrong %s is refused by name: %j', (name, options) => {
    const { mail } = connect();
    expect(() => mail.emails.changes(options)).toThrow(`option ${name} must be`);
  });
});
