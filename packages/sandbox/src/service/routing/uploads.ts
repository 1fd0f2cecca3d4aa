import { formatTimestamp, type Operation, operations } from '@mailrig/contract';
import { attachmentStatus, expiryOf } from '../lifecycles/attachment.ts';
import { uploadPrefix } from '../operations/attachments.ts';
import { essenceOf } from '../rules/content-types.ts';
import { fingerprint } from '../rules/fingerprint.ts';
import { makeRoom } from '../rules/stored-limit.ts';
import { NotKept } from '../state/keeper.ts';
import type { AttachmentRecord } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import type { SandboxResponse, ResponseMeta } from '../wire/envelope.ts';
import { storageRefusal } from '../wire/xml.ts';
import { AccessDenied, corsHeaders } from './access.ts';
import type { Part } from './dispatch.ts';
import { storageRefusals } from './faults.ts';
import { respond, type Exchange, type Simulation } from './pipeline.ts';
import { type BodySource, BodyTaken, type IncomingRequest } from './request.ts';
import { type Params, routerOf } from './routes.ts';
import type { Service } from './service.ts';

const router = routerOf<Operation>([operations.putUpload]);

/** The storage behind presigned URLs: everything below `/uploads`. */
export function uploads(service: Service): Part {
  return {
    prefix: uploadPrefix,
    ids: service.store.random,
    respond: (request, meta) => respond(new UploadExchange(service, request, meta)),
  };
}

/** A refusal with a code of object stores, such as `NoSuchKey`. */
class StorageError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** A request to a presigned URL. It is answered as object stores do: no API key, errors in XML (A73). */
class UploadExchange implements Exchange<Operation> {
  readonly request: IncomingRequest;
  readonly meta: ResponseMeta;
  readonly router = router;
  readonly store: Store;
  readonly simulation: Simulation<Operation>;
  readonly #service: Service;

  constructor(service: Service, request: IncomingRequest, meta: ResponseMeta) {
    const { store, settings } = service;
    this.#service = service;
    this.store = store;
    this.request = request;
    this.meta = meta;
    this.simulation = {
      facts: { operation: 'putUpload' },
      bodyLimit: () => settings.limits.uploadBytes,
      makeUp: storageRefusals(meta),
    };
  }

  /**
   * Admits every caller: `run` checks the token of the URL. If the caller sent credentials by mistake, the
   * journal gets that fact, but not the credentials.
   */
  admit(): void {
    const { facts } = this.simulation;
    const { headers } = this.request;
    const id = this.meta.path.slice(uploadPrefix.length + 1);
    const attachment = this.#service.store.attachments.get(id);
    if (attachment) facts.accountId = attachment.accountId;
    if (headers.get('authorization') !== null || headers.get('x-api-key') !== null) {
      facts.clientFault = 'credentials-on-upload';
    }
  }

  unknownPath(): StorageError {
    return new StorageError(404, 'NoSuchKey', 'There is no such upload.');
  }

  wrongMethod(allow: string): StorageError {
    const message = 'Only PUT is allowed against this resource.';
    return new StorageError(405, 'MethodNotAllowed', message, { allow });
  }

  async run(_row: Operation, { id = '' }: Params, source: BodySource): Promise<SandboxResponse> {
    const { request, store } = this;
    const { settings } = this.#service;
    const limit = settings.limits.uploadBytes;
    const attachment = store.attachments.get(id);
    if (!attachment) throw this.unknownPath();
    checkUpload(this.#service, request, attachment);
    const declared = Number(request.headers.get('content-length') ?? 0);
    const body = declared > limit ? undefined : await source.read(limit);
    if (body === undefined) {
      const message = `An upload may have at most ${limit} bytes.`;
      throw new StorageError(413, 'EntityTooLarge', message, { connection: 'close' });
    }
    // While the bytes arrived, the upload may have been confirmed, or its URL may have expired.
    store.clock.settle();
    const current = store.attachments.get(id);
    if (!current) throw new StorageError(403, 'AccessDenied', 'The upload is gone.');
    checkUpload(this.#service, request, current);
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    store.attachments.replace({ ...current, bytes: store.put(bytes) });
    makeRoom(this.#service, id);
    return { status: 200, headers: { etag: `"${fingerprint(bytes)}"` }, body: null };
  }

  refuse(error: unknown): SandboxResponse {
    const { requestId } = this.meta;
    if (error instanceof AccessDenied) return storageRefusal(403, 'AccessDenied', error.message, requestId);
    if (error instanceof NotKept) {
      return storageRefusal(error.status, 'InsufficientStorage', error.message, requestId);
    }
    if (error instanceof BodyTaken) return storageRefusal(400, 'InvalidRequest', error.message, requestId);
    if (!(error instanceof StorageError)) throw error;
    const { status, code, message, headers } = error;
    return storageRefusal(status, code, message, requestId, headers);
  }

  headers(): Readonly<Record<string, string>> {
    return this.#service.cors ? corsHeaders(this.request, 'ETag') : {};
  }
}

/**
 * Checks that bytes may still be put to an attachment.
 *
 * @throws StorageError if not.
 */
function checkUpload(
  { store, settings }: Service,
  request: IncomingRequest,
  attachment: AttachmentRecord,
): void {
  if (new URLSearchParams(request.query).get('token') !== attachment.urlToken) {
    throw new StorageError(403, 'AccessDenied', 'The token of the URL is missing or wrong.');
  }
  const status = attachmentStatus(attachment, settings.limits, store.clock.now());
  if (attachment.confirmedAt !== undefined) {
    throw new StorageError(403, 'AccessDenied', 'The upload was confirmed already.');
  }
  if (status === 'expired') {
    const until = formatTimestamp(expiryOf(attachment, settings.limits));
    throw new StorageError(403, 'AccessDenied', `Request has expired: the URL was valid until ${until}.`);
  }
  const contentType = request.headers.get('content-type');
  if (contentType !== null && essenceOf(contentType) !== essenceOf(attachment.contentType)) {
    const message = `The URL was signed for Content-Type ${attachment.contentType}.`;
    throw new StorageError(403, 'SignatureDoesNotMatch', message);
  }
}
