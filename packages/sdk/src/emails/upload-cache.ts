import type { UploadedAttachment } from '../attachments.ts';
import { type FileContent, sizeOf } from '../attachments/file-source.ts';
import { digest, now } from '../runtime.ts';
import type { OpenedAttachment } from './attachable.ts';

/** An attachment whose bytes have been read. */
export interface ReadAttachment extends Omit<OpenedAttachment, 'source'> {
  readonly content: FileContent;
}

/** An upload that is done or under way. */
interface Upload {
  readonly attachment: Promise<UploadedAttachment>;
  /** Milliseconds since 1970. */
  readonly usableUntil: number;
}

/** An uploaded file. */
export interface CachedUpload {
  readonly attachment: UploadedAttachment;
  /** Names the content in the cache; absent if the runtime cannot hash it. */
  readonly key: string | undefined;
  /** Whether an earlier call uploaded it. */
  readonly isReused: boolean;
}

/** Uploads that are remembered; the oldest go first. */
const mostUploads = 1_000;
/** An attachment can be sent for seven days (R106); an hour less, because clocks differ. */
const lifetime = 7 * 86_400_000 - 3_600_000;

/** Remembers uploads by their content, so that a file which goes to many recipients is uploaded once. */
export class UploadCache {
  readonly #uploads = new Map<string, Upload>();

  /**
   * Uploads a file, unless the same content was uploaded before.
   *
   * @param upload Uploads the content. It also runs if another call began an upload that failed.
   */
  async get(file: ReadAttachment, upload: () => Promise<UploadedAttachment>): Promise<CachedUpload> {
    const key = await keyOf(file);
    if (key === undefined) return { attachment: await upload(), key, isReused: false };
    for (let known = this.#usable(key); known; known = this.#usable(key)) {
      const attachment = await known.attachment.catch(() => undefined);
      if (attachment) return { attachment, key, isReused: true };
    }
    const started = { attachment: upload(), usableUntil: now() + lifetime };
    this.#remember(key, started);
    try {
      return { attachment: await started.attachment, key, isReused: false };
    } catch (error) {
      this.forget(key);
      throw error;
    }
  }

  /** Makes the next call upload this content anew. */
  forget(key: string | undefined): void {
    if (key !== undefined) this.#uploads.delete(key);
  }

  #usable(key: string): Upload | undefined {
    const known = this.#uploads.get(key);
    return known && known.usableUntil > now() ? known : undefined;
  }

  #remember(key: string, upload: Upload): void {
    this.#uploads.delete(key);
    this.#uploads.set(key, upload);
    const [oldest] = this.#uploads.keys();
    if (this.#uploads.size > mostUploads && oldest !== undefined) this.#uploads.delete(oldest);
  }
}

async function keyOf({
  content,
  filename,
  contentType,
  inline,
}: ReadAttachment): Promise<string | undefined> {
  const hash = await digest(content instanceof Blob ? await content.arrayBuffer() : content);
  return hash && JSON.stringify([hash, sizeOf(content), filename, contentType, inline]);
}
