import { createSandbox } from '@mailrig/sandbox';
import { describe, expect, test } from 'vitest';

/** A response of the sandbox and the platform's own response with the same content. */
async function twins(): Promise<{ ours: Response; platform: Response }> {
  const sandbox = createSandbox({ clock: 'manual' });
  const ask = () =>
    sandbox.fetch(`${sandbox.baseUrl}/api/v1/emails`, { headers: { 'x-api-key': sandbox.testApiKey } });
  const start = sandbox.snapshot();
  const seen = await ask();
  const platform = new Response(await seen.text(), { status: seen.status, headers: seen.headers });
  sandbox.restore(start);
  return { ours: await ask(), platform };
}

const looks: Readonly<Record<string, (response: Response) => unknown>> = {
  status: (response) => response.status,
  statusText: (response) => response.statusText,
  ok: (response) => response.ok,
  headers: (response) => [...response.headers],
  type: (response) => response.type,
  url: (response) => response.url,
  redirected: (response) => response.redirected,
  body: (response) => response.body?.getReader().read(),
  bodyUsed: async (response) => [response.bodyUsed, await response.text(), response.bodyUsed],
  text: (response) => response.text(),
  json: (response) => response.json(),
  arrayBuffer: async (response) => new Uint8Array(await response.arrayBuffer()),
  bytes: (response) => response.bytes(),
  blob: async (response) => {
    const blob = await response.blob();
    return [blob.type, await blob.text()];
  },
  formData: (response) => response.formData().catch((error: Error) => error.name),
  clone: async (response) => [await response.clone().text(), await response.text()],
};

describe('the response of sandbox.fetch matches the platform’s own', () => {
  test.each(Object.keys(looks))('%s', async (member) => {
    const { ours, platform } = await twins();
    expect(await looks[member]?.(ours)).toEqual(await looks[member]?.(platform));
  });

  test('every member of the platform’s Response is covered', () => {
    const members = Object.getOwnPropertyNames(Response.prototype);
    expect(Object.keys(looks)).toEqual(
      expect.arrayContaining(members.filter((name) => name !== 'constructor')),
    );
  });

  test('the response is an instance of Response, and another one can be made from it', async () => {
    const { ours, platform } = await twins();
    expect(ours).toBeInstanceOf(Response);
    const again = new Response(ours.body, ours);
    expect([again.status, [...again.headers], await again.text()]).toEqual([
      platform.status,
      [...platform.headers],
      await platform.text(),
    ]);
  });

  test.each(['text', 'json', 'bytes', 'clone'] as const)(
    '%s fails once the body has been read',
    async (again) => {
      const { ours, platform } = await twins();
      for (const response of [ours, platform]) {
        await response.text();
        await expect((async () => response[again]())()).rejects.toThrow(TypeError);
        expect(response.bodyUsed).toBe(true);
      }
    },
  );

  test('its headers are always the same object', async () => {
    const { ours } = await twins();
    ours.headers.set('x-own', 'yes');
    expect(ours.headers.get('x-own')).toBe('yes');
    expect(ours.clone().headers.get('x-own')).toBe('yes');
  });

  test('clones have its current headers, even after its body was accessed', async () => {
    const { ours } = await twins();
    expect(ours.body).not.toBeNull();
    ours.headers.set('x-own', 'yes');
    const copy = ours.clone();
    expect(copy.headers.get('x-own')).toBe('yes');
    expect(await copy.text()).toBe(await ours.text());
  });

  test('its constructor and its members are the platform’s', async () => {
    const { ours, platform } = await twins();
    const members = (response: Response) => {
      const names: string[] = [];
      for (const name in response) names.push(name);
      return names.sort();
    };
    expect(members(ours)).toEqual(members(platform));
    expect(ours.constructor).toBe(Response);
  });
});
