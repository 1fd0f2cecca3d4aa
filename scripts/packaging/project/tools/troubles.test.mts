import { expect, test } from 'vitest';

test('the matchers come with their entry, which nothing here imports', () => {
  const assertion: { toHaveSentEmail?: () => void } = {};
  expect(() => Reflect.get(expect(assertion), 'toHaveSentEmail')).toThrow(
    'Invalid Chai property: toHaveSentEmail',
  );
});
