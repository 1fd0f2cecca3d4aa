import { expect, test } from 'vitest';
import { missing, note } from '../browser/chromium.ts';
import { open } from './inspector.ts';

test.skipIf(missing)(
  `a form that was sent is as it was at first, with its choices; one that was refused keeps what was filled in${note}`,
  async () => {
    const { page } = await open('#/verification');
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
  },
);
