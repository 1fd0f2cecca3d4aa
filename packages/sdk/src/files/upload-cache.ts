import type { UploadedAttachment } from './upload.ts';
import { readFile } from './file-source.ts';
import { SharedWork } from '../call/waits.ts';
import type { RequestOptions } from '../options/request-options.ts';
import { sha256 } from '../runtime/files.ts';
import { longestTimer, type Time } from '../runtime/time.ts';
import type { AttachedFile, OpenedAttachment } from './attachable.ts';

/** Bytes that do not change. */
export type FileContent = Blob | Uint8Array<ArrayBuffer>;

/** An attachment with its bytes. */
export interface ReadAttachment extends Omit<OpenedAttachment, 'source'> {
  readonly content: FileContent;
  /** The file that the bytes are from, as it was before it was read. */
  readonly file: AttachedFile | undefined;
}

/** An upload that can be sent again. */
export interface CachedUpload {
  readonly attachment: UploadedAttachment;
  /** Names the content in the cache; absent if the runtime cannot hash it. */
  readonly key: string | undefined;
  /** Whether an earlier call uploaded it. */
  readonly isReused: boolean;
}

/** Uploads a file within the limits of these options. */
export type UploadFile = (file: ReadAttachment, options: RequestOptions) => Promise<UploadedAttachment>;

/** Most uploads that are remembered; the oldest are forgotten first. */
const mostUploads = 1_000;
/** An attachment can be sent for seven days (R106); an hour less, because clocks differ. */
const lifetime = 7 * 86_400_000 - 3_600_000;

/** Remembers uploads by their content, so that a file for many recipients is uploaded once. */
export class UploadCache {
  readonly #upload: UploadFile;
  readonly #time: Time;
  /** `usableUntil` is as `time.now()`. */
  readonly #done = new Map<
    string,
    { readonly attachment: UploadedAttachment; readonly usableUntil: number }
  >();
  readonly #underWay = new Map<string, SharedWork<UploadedAttachment>>();
  /** Keys of files that were uploaded, by name, so that an unchanged file is not read again. */
  readonly #files = new Map<string, { readonly version: string; readonly key: string }>();
  readonly #hashes = new WeakMap<object, Promise<string | undefined>>();

  constructor(upload: UploadFile, time: Time) {
    this.#upload = upload;
    this.#time = time;
  }

  /**
   * Uploads a file, unless the same content was uploaded before. Calls at the same time share one upload if
   * they have the same `timeout`, `maxRetries`, `priority` and `headers`; `signal` and `totalTimeout` end
   * only the wait of the call that has them.
   */
  async get(operation: string, file: ReadAttachment, options: RequestOptions): Promise<CachedUpload> {
    const { content, filename, contentType, inline } = file;
    const hash = await this.#hashOf(operation, content);
    if (hash === undefined) {
      return { attachment: await this.#upload(file, options), key: undefined, isReused: false };
    }
    const key = JSON.stringify([hash, filename, contentType, inline]);
    const { name: path, version } = file.file ?? {};
    if (path && version) setLatest(this.#files, path, { version, key });
    const before = this.#finished(key);
    if (before) return before;
    const { signal, totalTimeout, ...request } = options;
    const name = JSON.stringify([key, request]);
    const begun = this.#underWay.get(name);
    const work = begun && !begun.isAbandoned ? begun : this.#begin(name, key, file, request);
    const attachment = await work.wait(operation, { signal, totalTimeout });
    return { attachment, key, isReused: work === begun };
  }

  /** The upload of this version of a file, if it is done. */
  find({ name, version }: AttachedFile): CachedUpload | undefined {
    const known = this.#files.get(name);
    return known && known.version === version ? this.#finished(known.key) : undefined;
  }

  /** Makes the next call upload this content again, unless another call has done so already. */
  forget({ key = '', attachment }: CachedUpload): void {
    if (this.#done.get(key)?.attachment === attachment) this.#done.delete(key);
  }

  #finished(key: string): CachedUpload | undefined {
    const { attachment, usableUntil = 0 } = this.#done.get(key) ?? {};
    return attachment && usableUntil > this.#time.now() ? { attachment, key, isReused: true } : undefined;
  }

  #begin(name: string, key: string, file: ReadAttachment, request: RequestOptions) {
    const work = new SharedWork(async (signal) => {
      try {
        // The calls that wait have their own time limits.
        const attachment = await this.#upload(file, { ...request, signal, totalTimeout: longestTimer });
        setLatest(this.#done, key, { attachment, usableUntil: this.#time.now() + lifetime });
        return attachment;
      } finally {
        if (this.#underWay.get(name) === work) this.#underWay.delete(name);
      }
    });
    this.#underWay.set(name, work);
    return work;
  }

  /** Hashes each content once. The bytes of all views of one buffer share it. */
  #hashOf(operation: string, content: FileContent): Promise<string | undefined> {
    const owner = content instanceof Blob ? content : content.buffer;
    const hash = this.#hashes.get(owner) ?? readFile(operation, content, {}).then(sha256);
    this.#hashes.set(owner, hash);
    return hash;
  }
}

function setLatest<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > mostUploads && oldest !== undefined) map.delete(oldest);
}
