import type { Answer } from '../wire/envelope.ts';

/**
 * The sandbox's web page (decision record 0013). In a checkout `@mailrig/inspector` bundles it when it is
 * first asked for; the build puts the finished page in the place of that package. Either way nothing is
 * loaded before.
 */
export async function inspectorAnswer(): Promise<Answer> {
  const { inspectorPage } = await import('@mailrig/inspector');
  return { status: 200, headers, body: await inspectorPage() };
}

/** The page says itself what it may load; that it is shown in no frame, only a header can say. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};
