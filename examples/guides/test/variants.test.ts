// test/variants.test.ts
import { checkVariants } from '@mailrig/sandbox/fast-check';
import { expect, test } from 'vitest';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function welcome({ name = 'there', plan = 'free' }: { name?: string; plan?: string }) {
  return `<html lang="en"><p>Hello ${escaped(name)}, your plan is ${escaped(plan)}.</p></html>`;
}

test('the welcome email is right, whatever its values are', async () => {
  const report = await checkVariants(welcome, { props: { name: 'Grace', plan: 'pro' } });
  expect(report).toMatchObject({ passed: true });
});

test('a value that is not escaped is found', async () => {
  const careless = ({ name = '' }) => `<html lang="en"><p>Hello ${name}</p></html>`;
  const report = await checkVariants(careless, { props: { name: 'Grace' } });
  expect(report).toMatchObject({ passed: false, changed: ['name'] });
});
