import { expect } from 'vitest';
import { browserTest, openInspector } from './open-inspector.ts';

browserTest('a form resets after it is accepted, and keeps its input after it is refused', async () => {
  const { page } = await openInspector('#/verification');
  const address = page.locator('input[name=email]');
  const result = page.locator('select[name=result]');
  expect(await result.inputValue()).toBe('invalid');
  await address.fill('ada@example.org');
  await result.selectOption('risky');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.locator('.plain-rows li', { hasText: /ada@example.org.*risky/ }).waitFor();
  await expect.poll(() => address.inputValue()).toBe('');
  expect(await result.inputValue()).toBe('invalid');

  await address.fill('nobody');
  await result.selectOption('unknown');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.locator('.notice.problem').waitFor();
  expect([await address.inputValue(), await result.inputValue()]).toEqual(['nobody', 'unknown']);
});
