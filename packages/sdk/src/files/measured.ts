/** Progress of an upload. */
export interface UploadProgress {
  /** Bytes sent so far. */
  readonly sent: number;
  /** Size of the file in bytes. */
  readonly total: number;
}

const chunkSize = 65_536;

/** Streams the bytes, and reports progress each time the connection asks for more. */
export function measured(bytes: Uint8Array, onSent: (sent: number) => void): ReadableStream<Uint8Array> {
  const total = bytes.byteLength;
  let sent = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        onSent(sent);
        if (sent >= total) return controller.close();
        const end = Math.min(total, sent + chunkSize);
        controller.enqueue(bytes.subarray(sent, end));
        sent = end;
      },
    },
    // Without a buffer, the stream is asked only for bytes that the connection takes.
    { highWaterMark: 0 },
  );
}
