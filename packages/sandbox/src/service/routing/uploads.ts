import { formatTimestamp, type Operation, operations } from '@mailrig/contract';
import { attachmentStatus, expiryOf } from '../lifecycles/attachment.ts';
import { uploadPrefix } from '../operations/attachments.ts';
import { essenceOf } from '../rules/content-types.ts';
import { fingerprint } from '../rules/fingerprint.ts';
import { makeRoom } from '../rules/stored-limit.ts';
import type { AttachmentRecord } from '../state/records.ts';
import { SandboxRefusal } from '../state/sandbox-refusal.ts';
import type { ResponseMeta } from '../wire/envelope.ts';
import { storageRefusal } from '../wire/xml.ts';
import { corsHeaders } from './access.ts';
import type { Part } from './dispatch.ts';
import { storageRefusals } from './faults.ts';
import { respond, type Exchange, type Simulation } from './pipeline.ts';
import { BodyTaken, type IncomingRequest } from './request.ts';
import { routerOf } from './routes.ts';
import type { Service } from './service.ts';

const router = routerOf<Operation>([operations.putUpload]);

/** The storage behind presigned URLs: everything below `/uploads`. */
export function uploads(service: Service): Part {
  return {
    prefix: uploadPrefix,
    ids: service.store.random,
    respond: (request, meta) => respond(uploadExchange(service, request, meta)),
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

/** A request to a presigned URL. Responses are those of object stores: no API key, errors in XML (A73). */
function uploadExchange(service: Service, request: IncomingRequest, meta: ResponseMeta): Exchange<Operation> {
  const { store, settings, cors } = service;
  const { headers } = request;
  const limit = settings.limits.uploadBytes;
  const facts: Simulation<Operation>['facts'] = { operation: 'putUpload' };
  const makeUp = storageRefusals(meta);
  const unknownPath = () => new StorageError(404, 'NoSuchKey', 'There is no such upload.');
  return {
    request,
    meta,
    router,
    store,
    simulation: { facts, bodyLimit: () => limit, makeUp },
    // Every caller, because `run` checks the token of the URL. If the caller sent credentials by mistake, the request log
    // gets that fact, but not the credentials.
    admit: () => {
      const attachment = store.attachments.get(meta.path.slice(uploadPrefix.length + 1));
      if (attachment) facts.accountId = attachment.accountId;
      if (headers.get('authorization') !== null || headers.get('x-api-key') !== null) {
        facts.clientFault = 'credentials-on-upload';
      }
    },
    unknownPath,
    wrongMethod: (allow) =>
      new StorageError(405, 'MethodNotAllowed', 'Only PUT is allowed against this resource.', { allow }),
    run: async (_row, { id = '' }, source) => {
      const attachment = store.attachments.get(id);
      if (!attachment) throw unknownPath();
      checkUpload(service, request, attachment);
      const declared = Number(headers.get('content-length') ?? 0);
      const body = declared > limit ? undefined : await source.read(limit);
      if (body === undefined) {
        const message = `An upload may have at most ${limit} bytes.`;
        throw new StorageError(413, 'EntityTooLarge', message, { connection: 'close' });
      }
      // While the bytes arrived, the upload may have been confirmed, or its URL may have expired.
      store.clock.settle();
      const current = store.attachments.get(id);
      if (!current) throw new StorageError(403, 'AccessDenied', 'The upload is gone.');
      checkUpload(service, request, current);
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
      store.attachments.replace({ ...current, bytes: store.put(bytes) });
      makeRoom(service, id);
      return { status: 200, headers: { etag: `"${fingerprint(bytes)}"` }, body: null };
    },
    refuse: (error) => {
      if (error instanceof SandboxRefusal) return makeUp({ message: error.message }, error.status);
      if (error instanceof BodyTaken) return makeUp({ message: error.message }, 400);
      if (!(error instanceof StorageError)) throw error;
      return storageRefusal(error.status, error.code, error.message, meta.requestId, error.headers);
    },
    headers: () => (cors ? corsHeaders(request, 'ETag') : {}),
  };
}

/** Checks that an attachment still accepts bytes. Throws a `StorageError` if not. */
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
