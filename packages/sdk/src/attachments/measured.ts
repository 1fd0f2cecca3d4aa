import { type FileContent, sizeOf } from './file-source.ts';

/** How far an upload has come. */
export interface UploadProgress {
  /** Bytes that the connection has taken. */
  readonly sent: number;
  /** Bytes of the file. */
  readonly total: number;
}

const chunkSize = 65_536;

/** A stream of the content that tells how much of it was taken, each time more is asked for. */
export function measured(
  content: FileContent,
  onProgress: (progress: UploadProgress) => void,
): ReadableStream<Uint8Array> {
  const total = sizeOf(content);
  let sent = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        onProgress({ sent, total });
        if (sent >= total) return controller.close();
        const end = Math.min(total, sent + chunkSize);
        controller.enqueue(await slice(content, sent, end));
        sent = end;
      },
    },
    // Nothing is made ahead: what is asked for is what the connection takes.
    { highWaterMark: 0 },
  );
}

async function slice(content: FileContent, start: number, end: number): Promise<Uint8Array> {
  if (content instanceof Blob) return new Uint8Array(await content.slice(start, end).arrayBuffer());
  return content.subarray(start, end);
}
