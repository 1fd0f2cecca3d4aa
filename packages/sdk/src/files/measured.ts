import { type FileContent, sizeOf } from './file-source.ts';

/** Progress of an upload. */
export interface UploadProgress {
  /** Bytes sent so far. */
  readonly sent: number;
  /** Size of the file in bytes. */
  readonly total: number;
}

const chunkSize = 65_536;

/** Streams the content, and reports progress each time the connection asks for more. */
export function measured(content: FileContent, onSent: (sent: number) => void): ReadableStream<Uint8Array> {
  const total = sizeOf(content);
  let sent = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        onSent(sent);
        if (sent >= total) return controller.close();
        const end = Math.min(total, sent + chunkSize);
        controller.enqueue(await slice(content, sent, end));
        sent = end;
      },
    },
    // Without a buffer, the stream is asked only for bytes that the connection takes.
    { highWaterMark: 0 },
  );
}

async function slice(content: FileContent, start: number, end: number): Promise<Uint8Array> {
  if (content instanceof Blob) return new Uint8Array(await content.slice(start, end).arrayBuffer());
  return content.subarray(start, end);
}
