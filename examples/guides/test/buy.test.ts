import type { SweepReport } from '@mailrig/sandbox';
import { describe } from 'vitest';
// #region report
import type { Sandbox } from '@mailrig/sandbox';
import { sweep, test } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';
import { buy, Orders } from '../src/buy.ts';

function clientOf(sandbox: Sandbox): Mailrig {
  return new Mailrig(sandbox.clientOptions());
}

const doubleClick = {
  setup: () => new Orders(),
  tasks: {
    'click 1': (fork: Sandbox, orders: Orders) => buy(clientOf(fork), orders, '7'),
    'click 2': (fork: Sandbox, orders: Orders) => buy(clientOf(fork), orders, '7'),
  },
};

test('shows what a double click can do', async ({ sandbox }) => {
  const report = await sweep(sandbox, doubleClick, { faults: false });
  console.log(String(report));
});
// #endregion report

// #region replay
test('shows one order again', async ({ sandbox }) => {
  const report = await sweep(sandbox, doubleClick, { replay: 'order:0' });
  console.log(String(report));
});
// #endregion replay

// #region crash
test('shows what a crash can do', async ({ sandbox }) => {
  const report = await sweep(
    sandbox,
    {
      setup: () => new Orders(),
      tasks: { worker: (fork, orders) => buy(clientOf(fork), orders, '7') },
    },
    { faults: false, crashes: true },
  );
  console.log(String(report));
});
// #endregion crash

describe('the guide shows', () => {
  test('the report of a double click', async ({ sandbox, expect }) => {
    const report = await sweep(sandbox, doubleClick, { faults: false });
    await expect(shown(report)).toMatchFileSnapshot('buy-report.txt');
  });

  test('the report of a crash', async ({ sandbox, expect }) => {
    const worker = { worker: doubleClick.tasks['click 1'] };
    const report = await sweep(sandbox, { ...doubleClick, tasks: worker }, { faults: false, crashes: true });
    await expect(shown(report)).toMatchFileSnapshot('crash-report.txt');
  });
});

/** A report as it is printed in a project that has the files of the guide. */
function shown(report: SweepReport): string {
  return `${String(report)}\n`.replaceAll('examples/guides/', '');
}
