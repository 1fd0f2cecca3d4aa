import { createSandbox, type Sandbox, sweep, type SweepTasks } from '@mailrig/sandbox';
import { isSmall } from './compare.ts';
import { median } from './turns.ts';

/**
 * Measures sweeps over orders: how many are run, how many are skipped because they cannot differ from those, and what a
 * run costs. Then what a run of faults costs if much is stored.
 */
const rounds = isSmall ? 1 : 3;

const cases: Readonly<Record<string, SweepTasks>> = {
  'two tasks with three requests': { tasks: tasksOf(2, isSmall ? 1 : 3) },
  'two tasks with ten requests': { tasks: tasksOf(2, isSmall ? 1 : 10) },
  'four tasks with four requests': { tasks: tasksOf(isSmall ? 2 : 4, isSmall ? 1 : 4) },
};

/** Tasks that send emails, one after the other. */
function tasksOf(count: number, requests: number): SweepTasks['tasks'] {
  const names = Array.from({ length: count }, (_, index) => `task ${index + 1}`);
  return Object.fromEntries(
    names.map((name) => [
      name,
      async (fork: Sandbox) => {
        for (let number = 1; number <= requests; number += 1) await send(fork, `${name}/${number}`);
      },
    ]),
  );
}

async function send(fork: Sandbox, idempotencyKey: string): Promise<void> {
  const response = await fork.fetch(`${fork.baseUrl}/api/v1/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${fork.liveApiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      from: 'ada@example.com',
      to: 'bob@example.net',
      subject: 'Hello',
      html: '<p>Hello</p>',
      idempotencyKey,
    }),
  });
  await response.json();
}

/** Sweeps once. The time is that of the processor, in milliseconds. */
async function measure(scenario: SweepTasks) {
  const started = process.cpuUsage();
  const report = await sweep(createSandbox({ rateLimit: false }), scenario, { faults: false });
  const { user, system } = process.cpuUsage(started);
  if (report.broken.length > 0 || !report.orders) throw new Error(String(report));
  return { ...report.orders, time: (user + system) / 1_000 };
}

// The first sweep of a process also loads and compiles code.
await measure({ tasks: tasksOf(2, 1) });
console.log('case                          preemptions  random   runs  skipped  ms a run  all, ms');
for (const [name, scenario] of Object.entries(cases)) {
  const { time: first, runs, skipped, changes, random } = await measure(scenario);
  const times = [first];
  while (times.length < rounds) times.push((await measure(scenario)).time);
  const time = median(times);
  const numbers = [
    String(changes).padStart(11),
    String(random).padStart(7),
    String(runs).padStart(6),
    String(skipped).padStart(8),
    (time / runs).toFixed(1).padStart(9),
    time.toFixed(0).padStart(8),
  ];
  console.log(`${name.padEnd(30)}${numbers.join(' ')}`);
}

/** Sweeps the faults of one request over a sandbox. Returns milliseconds a run. */
async function faultsOver(sandbox: Sandbox): Promise<number> {
  const started = process.cpuUsage();
  const { runs } = await sweep(sandbox, (fork) => send(fork, 'one').catch(() => {}));
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000 / runs;
}

const stored = isSmall ? 5 : 5_000;
const [empty, full] = [createSandbox({ rateLimit: false }), createSandbox({ rateLimit: false })];
for (let number = 0; number < stored; number += 1) await send(full, `seed ${number}`);
const [few, many] = [[] as number[], [] as number[]];
for (let round = 0; round < rounds; round += 1) {
  few.push(await faultsOver(empty));
  many.push(await faultsOver(full));
}
console.log(
  `Faults on one request: ${median(few).toFixed(1)} ms a run, with ${stored} stored emails ${median(many).toFixed(1)} ms.`,
);
