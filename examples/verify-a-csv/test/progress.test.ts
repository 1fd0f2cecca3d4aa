import { expect, test } from 'vitest';
import { showProgress } from '../src/progress.ts';

function shown(stream: { readonly isTTY?: boolean }, environment: Record<string, string>): string {
  let text = '';
  const progress = showProgress({ ...stream, write: (part) => (text += part) }, 1_000, environment);
  for (let done = 1; done <= 1_000; done += 1)
    progress.update({ succeeded: done - 1, failed: 0, skipped: 1 });
  progress.end();
  return text;
}

test('on a terminal, a bar grows in place', () => {
  const drawn = shown({ isTTY: true }, {}).split('\r\u001b[K');
  expect(drawn[51]).toBe(`${'█'.repeat(15)}${'░'.repeat(15)} 50 % (500 of 1000)`);
  expect(drawn.at(-1)).toBe(`${'█'.repeat(30)} 100 % (1000 of 1000)\n`);
});

test('elsewhere, progress is ten plain lines', () => {
  const plain = shown({}, {});
  expect(plain.split('\n').slice(0, 2)).toEqual(['10 % (100 of 1000)', '20 % (200 of 1000)']);
  expect(plain.trimEnd().split('\n')).toHaveLength(10);
  expect(shown({ isTTY: true }, { CI: 'true' })).toBe(plain);
  expect(shown({ isTTY: true }, { NO_COLOR: '1' })).toBe(plain);
});
