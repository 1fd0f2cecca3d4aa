import { messageOf } from '../control/control-error.ts';
import type { IncomingRequest } from '../service/routing/request.ts';
import type { SandboxResponse } from '../service/wire/envelope.ts';
import { escaped } from '../service/wire/escape.ts';

// Static imports would load them for every sandbox, and the page is for people.
const { createHash } = process.getBuiltinModule('node:crypto');
const { gzipSync } = process.getBuiltinModule('node:zlib');

/** The page as it is sent. */
interface Packed {
  readonly text: string;
  readonly gzip: Uint8Array;
  readonly tag: string;
}

let packed: Packed | undefined;

/**
 * The sandbox's web page (decision record 0013), compressed if the browser takes that, and 304 if the browser has it.
 * In a checkout `inspector/bundle.ts` makes it when it is first requested; the build replaces that module with one that
 * holds the finished page. Either way it is loaded on demand. If it cannot be bundled, the response is a 500 with the reason.
 */
export async function pageResponse({ headers }: Pick<IncomingRequest, 'headers'>): Promise<SandboxResponse> {
  try {
    const { inspectorPage } = await import('../inspector/bundle.ts');
    const page = await inspectorPage();
    if (packed?.text !== page) packed = pack(page);
    const { text, gzip, tag } = packed;
    const shared = { ...pageHeaders, 'cache-control': 'no-cache', etag: tag, vary: 'accept-encoding' };
    if (headers.get('if-none-match') === tag) return { status: 304, headers: shared, body: null };
    if (!/\bgzip\b/.test(headers.get('accept-encoding') ?? '')) {
      return { status: 200, headers: shared, body: text };
    }
    return { status: 200, headers: { ...shared, 'content-encoding': 'gzip' }, body: gzip };
  } catch (error) {
    const reason = escaped(messageOf(error));
    const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>No inspector</title><h1>The inspector cannot be built</h1><pre>${reason}</pre></html>\n`;
    return { status: 500, headers: pageHeaders, body };
  }
}

function pack(text: string): Packed {
  // Weak: the same page in two encodings.
  const tag = `W/"${createHash('sha256').update(text).digest('base64url')}"`;
  return { text, gzip: gzipSync(text, { level: 9 }), tag };
}

/** The page itself limits what it loads; only a header can forbid frames. */
const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};
