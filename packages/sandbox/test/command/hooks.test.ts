import { runCommandLine } from '@mailrig/sandbox/node';
import { expect, onTestFinished, test, vi } from 'vitest';

test('a ready hook that throws exits with code 1 and its message', async () => {
  const lines: string[] = [];
  const error = vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
  onTestFinished(() => error.mockRestore());
  let url = '';
  const code = await runCommandLine(['--port', '0', '--quiet'], {
    ready: async ({ announcement }) => {
      url = announcement.url;
      expect((await fetch(`${announcement.controlUrl}/health`)).status).toBe(200);
      throw new Error('Nothing works');
    },
  });
  expect(code).toBe(1);
  expect(lines).toEqual(['mailrig-sandbox: Nothing works']);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});
