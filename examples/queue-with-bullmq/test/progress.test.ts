import { expect, test } from 'vitest';
import { Progress } from '../src/progress.ts';

/** The output of a run. */
function written(isTTY: boolean): string {
  let text = '';
  const write = (part: string | Uint8Array) => {
    text += String(part);
    return true;
  };
  const progress = new Progress({ isTTY, write }, 4);
  progress.show(0);
  progress.show(1);
  progress.show(1, 'something happens');
  progress.show(4);
  return text;
}

test('progress is plain lines without a terminal', () => {
  expect(written(false)).toBe('1 of 4 jobs done\nsomething happens\n4 of 4 jobs done\n');
});

test('progress is one line, rewritten in place, on a terminal', () => {
  expect(written(true)).toBe(
    '\r0 of 4 jobs done\r1 of 4 jobs done\r\u001b[Ksomething happens\n\r1 of 4 jobs done\r4 of 4 jobs done\n',
  );
});
