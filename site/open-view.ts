import type { Page } from '@playwright/test';

/** Opens a view of the inspector and waits until it shows its content. */
export async function openView(page: Page, url: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(url);
  await page.locator('.live[data-status=live]').waitFor({ state: 'attached' });
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(300);
}
