import { createSandbox } from '@mailrig/sandbox';
import { effect } from '@preact/signals';
import { expect, onTestFinished, test } from 'vitest';
import { controlVerbs } from '../../src/control/verbs.ts';
import { call } from '../../src/inspector/page/control-plane.ts';
import type { Browser } from '../../src/inspector/page/model/browser.ts';
import { Model } from '../../src/inspector/page/model/model.ts';

type Sandbox = ReturnType<typeof createSandbox>;

// Bundling puts this into the page.
const routes = Object.entries(controlVerbs).map(([name, { method, path }]) => [name, `${method} ${path}`]);
Reflect.set(globalThis, 'controlRoutes', Object.fromEntries(routes));

/** A storage of a browser. `changed` is called with each change. */
function storageIn(values: Map<string, string>, changed = () => {}): Browser['localStorage'] {
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      values.set(key, value);
      changed();
    },
  };
}

/** A browser without pictures: its tabs share a storage, and the sandbox answers them in process. */
class Tabs {
  readonly sandbox: Sandbox;
  readonly #shared = new Map<string, string>();
  readonly #open: EventTarget[] = [];
  #connection = new AbortController();

  constructor(options: Parameters<typeof createSandbox>[0] = {}) {
    this.sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-31T09:00:00Z', ...options });
  }

  /** Opens the page in another tab, until the test ends. */
  open(hash = ''): Model {
    const location = { hash, pathname: '/', search: '' };
    const tab: Browser & EventTarget = Object.assign(new EventTarget(), {
      location,
      history: {
        replaceState: (_data: unknown, _unused: string, url: string) => {
          location.hash = new URL(url, this.sandbox.baseUrl).hash;
        },
      },
      document: Object.assign(new EventTarget(), { visibilityState: 'visible' as const }),
      localStorage: storageIn(this.#shared, () => {
        this.#open
          .filter((other) => other !== tab)
          .forEach((other) => other.dispatchEvent(new Event('storage')));
      }),
      sessionStorage: storageIn(new Map()),
      fetch: (path: string, init: RequestInit) => {
        const signals = [this.#connection.signal, ...(init.signal ? [init.signal] : [])];
        return this.sandbox.fetch(new URL(path, this.sandbox.baseUrl), {
          ...init,
          signal: AbortSignal.any(signals),
        });
      },
    });
    this.#open.push(tab);
    const model = new Model(tab);
    onTestFinished(model.start());
    return model;
  }

  /** Cuts all connections; new ones fail. */
  disconnect(): void {
    this.#connection.abort(new TypeError('fetch failed'));
  }

  reconnect(): void {
    this.#connection = new AbortController();
  }

  /** Sends an email. Default key: the live key of the default account. */
  async send(fields: object = {}, key = this.sandbox.liveApiKey): Promise<void> {
    const email = { from: 'ada@example.com', to: 'bob@example.org', subject: 'Hello', text: 'Hi', ...fields };
    const response = await this.sandbox.fetch(`${this.sandbox.baseUrl}/api/v1/emails`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(email),
    });
    if (!response.ok) throw new Error(await response.text());
  }
}

const typesOf = ({ events }: Model) => events.value.map(({ type }) => type);
const noticesOf = ({ notices }: Model) => notices.value.map(({ text }) => text);

test('an event that comes while the past is shown changes nothing but where the present ends', async () => {
  const tabs = new Tabs();
  await tabs.send();
  await tabs.send();
  const model = tabs.open();
  await expect.poll(() => typesOf(model)).toEqual(['email.queued', 'email.queued']);
  model.rewindTo(1);
  await expect.poll(() => typesOf(model)).toEqual(['email.queued']);
  const { changes, clock, history } = model;
  const shown = { changes: changes.value, clock: clock.value };
  await tabs.send();
  await expect.poll(() => history.value).toEqual({ oldest: 1, latest: 3 });
  expect({ changes: changes.value, clock: clock.value }).toEqual(shown);
  expect(typesOf(model)).toEqual(['email.queued']);
  expect(model.isReadOnly.value).toBe(true);
  model.rewindTo(undefined);
  expect(typesOf(model)).toHaveLength(3);
  expect(changes.value).toBeGreaterThan(shown.changes);
});

test('a change tells those that read it, and nobody else', async () => {
  const tabs = new Tabs();
  const model = tabs.open();
  await expect.poll(() => model.eventCount.value).toBe(0);
  const told = { accounts: 0, faults: 0, history: 0, notices: 0, changes: 0 };
  for (const name of ['accounts', 'faults', 'history', 'notices', 'changes'] as const) {
    onTestFinished(
      effect(() => {
        void model[name].value;
        told[name]++;
      }),
    );
  }
  tabs.sandbox.faults.add({ operation: 'sendEmail', effect: { status: 503 } });
  await expect.poll(() => model.faults.value).toHaveLength(1);
  expect(told).toEqual({ accounts: 1, faults: 2, history: 1, notices: 1, changes: 2 });
});

test('a reset elsewhere ends the past that it removed, and says so', async () => {
  const tabs = new Tabs();
  await tabs.send();
  await tabs.send();
  const model = tabs.open('#/messages?at=1');
  await expect.poll(() => typesOf(model)).toEqual(['email.queued']);
  tabs.sandbox.reset();
  await expect.poll(() => model.address.route.params).toEqual({});
  expect(noticesOf(model)).toContain('That moment is gone: the sandbox was reset or taken back.');
  await expect.poll(() => typesOf(model)).toEqual([]);
});

test('a moment that is later than what the page has read is shown', async () => {
  const tabs = new Tabs();
  const model = tabs.open();
  await expect.poll(() => model.accounts.value).toHaveLength(1);
  for (let times = 0; times < 2; times++) await tabs.send();
  model.rewindTo(1);
  await expect.poll(() => typesOf(model)).toEqual(['email.queued']);
  expect([noticesOf(model), model.address.route.params]).toEqual([[], { at: '1' }]);
});

test('after a reset, a number that stands for another event is another moment', async () => {
  const tabs = new Tabs();
  await tabs.send();
  await tabs.send();
  const model = tabs.open('#/messages?at=1');
  await expect.poll(() => typesOf(model)).toEqual(['email.queued']);
  tabs.sandbox.reset();
  tabs.sandbox.suppressions.add({ email: 'gone@example.org' });
  await tabs.send();
  await expect.poll(() => model.address.route.params).toEqual({});
  await expect.poll(() => typesOf(model)).toEqual(['email.queued', 'suppression.added']);
});

test('events that go are a surprise, unless the page asked for it', async () => {
  const tabs = new Tabs();
  await tabs.send();
  const [own, other] = [tabs.open(), tabs.open()];
  await expect.poll(() => [own.eventCount.value, other.eventCount.value]).toEqual([1, 1]);
  await own.act('reset', {}, { done: 'Sandbox reset' });
  await expect.poll(() => [own.eventCount.value, other.eventCount.value]).toEqual([0, 0]);
  expect(noticesOf(own)).toEqual(['Sandbox reset']);
  expect(noticesOf(other)).toEqual([
    'The sandbox was reset or taken back elsewhere: what came after that is gone.',
  ]);
});

test('the log has again what came after a rewind that is taken back', async () => {
  const tabs = new Tabs();
  for (let sent = 0; sent < 3; sent++) await tabs.send();
  const model = tabs.open();
  await expect.poll(() => typesOf(model)).toHaveLength(3);
  const before = model.events.value;
  model.rewindTo(1);
  await model.continueHere();
  expect(model.address.route.params).toEqual({});
  await expect.poll(() => typesOf(model)).toHaveLength(1);
  model.undo();
  await expect.poll(() => model.events.value).toEqual(before);
  expect(noticesOf(model)).toEqual(['Continued from here', 'Taken back']);
});

test('during an outage the last state stays and nothing can be changed, and the page catches up after it', async () => {
  const tabs = new Tabs();
  await tabs.send();
  const model = tabs.open();
  await expect.poll(() => model.eventCount.value).toBe(1);
  tabs.disconnect();
  await expect.poll(() => model.status.value).toBe('lost');
  expect([model.isReadOnly.value, model.eventCount.value]).toEqual([true, 1]);
  expect(await model.act('reset', {}, { done: 'Sandbox reset' })).toBe(false);
  expect(noticesOf(model)).toEqual(['No response from the sandbox. Check that it is still running.']);
  await tabs.send();
  tabs.reconnect();
  await expect.poll(() => model.eventCount.value).toBe(2);
  expect([model.isReadOnly.value, noticesOf(model), typesOf(model)]).toEqual([
    false,
    [],
    ['email.queued', 'email.queued'],
  ]);
});

test('mail that is read in one tab is read in the other', async () => {
  const tabs = new Tabs();
  const [one, other] = [tabs.open(), tabs.open()];
  await expect.poll(() => [one.eventCount.value, other.eventCount.value]).toEqual([0, 0]);
  await tabs.send();
  await tabs.send();
  await expect.poll(() => [one.unread.count, other.unread.count]).toEqual([2, 2]);
  const { messages } = await call(one.caller.value, 'listMessages');
  const unread = ({ unread: { isUnread } }: Model) => messages.map(isUnread);
  messages.slice(1).forEach(one.unread.read);
  expect([unread(one), unread(other)]).toEqual([
    [true, false],
    [true, false],
  ]);
  expect([one.unread.count, other.unread.count]).toEqual([1, 1]);
  other.unread.readAll();
  await expect.poll(() => one.unread.count).toBe(0);
});

test('mail that other accounts get counts until another one is chosen', async () => {
  const tabs = new Tabs();
  const { id, keys } = tabs.sandbox.accounts.create({ domain: { name: 'shop.test', dnsVerified: true } });
  const key = keys.find(({ environment }) => environment === 'live')?.key;
  await tabs.send({ from: 'ada@shop.test' }, key);
  const model = tabs.open();
  const elsewhere = () => [...model.elsewhere.value].map(([account, mail]) => [account, mail.length]);
  await expect.poll(() => model.accounts.value).toHaveLength(2);
  await tabs.send();
  await tabs.send({ from: 'ada@shop.test' }, key);
  await expect.poll(elsewhere).toEqual([[id, 1]]);
  model.choose(id);
  await expect.poll(() => model.account.value?.domain.name).toBe('shop.test');
  expect(elsewhere()).toEqual([]);
  await tabs.send();
  await expect.poll(elsewhere).toEqual([[model.accounts.value[0]?.id, 1]]);
  tabs.sandbox.reset();
  await expect.poll(elsewhere).toEqual([]);
});

test('an account that does not exist gives way to the default one', async () => {
  const tabs = new Tabs();
  const model = tabs.open('#/messages?account=acc_gone');
  await expect.poll(() => model.account.value?.domain.name).toBe('example.com');
  expect(model.address.route.params).toEqual({});
});

test('a locked sandbox shows nothing until it gets its token', async () => {
  const tabs = new Tabs({ controlToken: 'open sesame' });
  const model = tabs.open();
  await expect.poll(() => model.status.value).toBe('locked');
  expect([model.isRejected.value, model.accounts.value]).toEqual([false, []]);
  model.unlock('open door');
  await expect.poll(() => model.isRejected.value).toBe(true);
  model.unlock('open sesame');
  await expect.poll(() => model.account.value?.domain.name).toBe('example.com');
  expect([model.status.value, model.isRejected.value]).toEqual(['live', false]);
  const other = tabs.open('#token=open%20sesame');
  await expect.poll(() => other.status.value).toBe('live');
});
