import { Mailrig } from 'mailrig';
import { expect, onTestFinished, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

/** Makes the client see other versions of its runtime. */
function pose(versions: Readonly<Record<string, string>>): void {
  const own = Object.getOwnPropertyDescriptor(process, 'versions') ?? {};
  onTestFinished(() => void Object.defineProperty(process, 'versions', own));
  Object.defineProperty(process, 'versions', { ...own, value: { ...process.versions, ...versions } });
}

const create = () => new Mailrig({ apiKey: 'sk_test_any', baseUrl: 'https://mail.example.com' });

test.each(['18.20.8', '20.19.5', '22.12.0'])('on Node %s, the client says which Node it needs', (node) => {
  pose({ node });
  const needed = manifest.engines.node.replace('>=', '');
  expect(create).toThrow(`Mailrig: Node ${needed} or later is needed, and this is ${node}`);
});

test.each(['22.13.0', '23.0.0', '24.11.0', '100.0.0'])('on Node %s, a client can be made', (node) => {
  pose({ node });
  expect(create).not.toThrow();
});

test.each(['bun', 'deno'])('the version of Node that %s imitates does not matter', (runtime) => {
  pose({ node: '20.0.0', [runtime]: '1.0.0' });
  expect(create).not.toThrow();
});
