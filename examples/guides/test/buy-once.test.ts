// #region fixed
import type { Sandbox } from '@mailrig/sandbox';
import { sweep, test } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';
import { Orders } from '../src/buy.ts';
import { buyOnce } from '../src/buy-once.ts';

const click = (fork: Sandbox, orders: Orders) => buyOnce(new Mailrig(fork.clientOptions()), orders, '7');

test('an order has one receipt, whatever happens', async ({ sandbox, expect }) => {
  const report = await sweep(
    sandbox,
    { setup: () => new Orders(), tasks: { 'click 1': click, 'click 2': click } },
    { crashes: true },
  );
  expect(report).toHoldEverywhere();
});
// #endregion fixed
