import { isMailrigError, Mailrig, type UploadProgress } from '../../src/index.ts';

/** What one upload in the page came to. */
export interface Uploaded {
  readonly progress: readonly UploadProgress[];
  /** Absent if the upload failed. */
  readonly status?: string;
  /** Class, code and reason of the failure. */
  readonly failure?: readonly [name: string, code: string, details: unknown, outcome: string];
}

/** How the page is to upload. */
export interface Order {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly size: number;
  /** Abort when this many bytes have gone out. */
  readonly abortAt?: number;
  /** Give the client its own `fetch`. */
  readonly ownFetch?: boolean;
  readonly maxRetries?: number;
}

/** The app in the page: it uploads so many bytes, and says how. */
async function upload({ size, abortAt = Infinity, ownFetch, ...options }: Order): Promise<Uploaded> {
  const mail = new Mailrig({
    ...options,
    dangerouslyAllowBrowser: true,
    fetch: ownFetch ? (input, init) => fetch(input, init) : undefined,
  });
  const controller = new AbortController();
  const progress: UploadProgress[] = [];
  try {
    const { status } = await mail.attachments.upload(new Blob([new Uint8Array(size)]), {
      filename: 'zeros.csv',
      signal: controller.signal,
      onProgress: (event) => {
        progress.push(event);
        if (event.sent >= abortAt) controller.abort('enough');
      },
    });
    return { progress, status };
  } catch (error) {
    if (!isMailrigError(error)) throw error;
    const details: unknown = Reflect.get(error, 'details');
    return { progress, failure: [error.name, error.code, details, error.outcome] };
  }
}

Object.assign(globalThis, { upload });
