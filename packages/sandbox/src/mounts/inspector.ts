import { messageOf } from '../control/control-error.ts';
import type { Answer } from '../service/wire/envelope.ts';

/**
 * The sandbox's web page (decision record 0013). In a checkout `@mailrig/inspector` bundles it when it is
 * first requested; the build replaces that package with the finished page. Either way it is loaded on
 * demand. If it cannot be bundled, the answer is a 500 with the reason.
 */
export async function inspectorAnswer(): Promise<Answer> {
  try {
    const { inspectorPage } = await import('@mailrig/inspector');
    return { status: 200, headers: headersFor('text/html'), body: await inspectorPage() };
  } catch (error) {
    const reason = messageOf(error);
    const body = `The inspector cannot be built: ${reason}\n`;
    return { status: 500, headers: headersFor('text/plain'), body };
  }
}

/** The page itself limits what it loads; only a header can forbid frames. */
function headersFor(type: string): Readonly<Record<string, string>> {
  return {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': "frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}
