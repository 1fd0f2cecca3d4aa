import type { JsonSchema, OpenApiParameter } from '@mailrig/contract/openapi';
import fc from 'fast-check';
import { type DescribedApi, type DescribedOperation, validatorOf } from '../described-api.ts';
import { type TestResponse, responseOf, type Target } from '../harness.ts';
import { edgesOf, nearMissOf, valueOf } from './schema-values.ts';

/** A request to a described operation, made from its description alone. */
export interface DescribedRequest {
  readonly operation: DescribedOperation;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or text for other media types. */
  readonly body: unknown;
  /** One thing to leave out or to get wrong, which no description allows. */
  readonly fault?: Fault | undefined;
  /** Whether the request is as described. */
  readonly valid: boolean;
}

/** Faults with the status that answers them. */
const faults = {
  'no key': 401,
  'wrong media type': 415,
  'no body': 400,
  'broken JSON': 400,
} as const;
type Fault = keyof typeof faults;

/** The status that a faulty request must get, if there is only one. */
export function statusFor({ fault }: DescribedRequest): number | undefined {
  return fault && faults[fault];
}

/** Values that exist in a sandbox, which no description can know. */
export interface KnownValues {
  /** For the parameters of the path, in order. */
  readonly ids: readonly string[];
  /** For the query of a presigned URL. */
  readonly token: readonly string[];
  /** For members of the body, if it has them. */
  readonly members: Readonly<Record<string, unknown>>;
}

/** Requests to an operation: as described, or with one part changed. */
export function requestsTo(
  api: DescribedApi,
  operation: DescribedOperation,
  known: KnownValues,
): fc.Arbitrary<DescribedRequest> {
  const { parameters = [], requestBody } = operation;
  const schemas = parameters.map((parameter) => ({ ...parameter, schema: api.flat(parameter.schema) }));
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body = content && api.flat(content.schema);
  const isJson = type === 'application/json';
  const mayFail: Fault[] = [
    ...(operation.security === undefined ? (['no key'] as const) : []),
    ...(isJson ? (['wrong media type', 'no body', 'broken JSON'] as const) : []),
  ];
  const matches = body && validatorOf(body);
  const asDescribed = body && valueOf(body).map((value) => withMembers(value, known.members));
  const bodies = isJson
    ? fc.oneof(
        { weight: 2, arbitrary: asDescribed?.filter((value) => !!matches?.(sent(value))) ?? nothing },
        nearMissOf(body),
      )
    : (asDescribed ?? nothing);
  return fc
    .record({
      path: textsFor(schemas, 'path', known),
      query: textsFor(schemas, 'query', known),
      headers: textsFor(schemas, 'header', known),
      body: bodies,
      fault: fc.oneof(
        { weight: 12, arbitrary: fc.constant(undefined) },
        ...mayFail.map((fault) => ({ weight: 1, arbitrary: fc.constant(fault) })),
      ),
    })
    .map((request) => {
      const inOrder = schemas.every((parameter) => isAsDescribed(parameter, request));
      return {
        ...request,
        operation,
        valid: request.fault === undefined && inOrder && (!isJson || !!matches?.(sent(request.body))),
      };
    });
}

const nothing = fc.constant(undefined);

function withMembers(body: unknown, members: KnownValues['members']): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const present = Object.entries(members).filter(([name]) => Object.hasOwn(body, name));
  return { ...body, ...Object.fromEntries(present) };
}

/** A value as it arrives. */
function sent(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

type Texts = Readonly<Record<string, string>>;
type Parameter = OpenApiParameter & { readonly schema: JsonSchema };

function textsFor(
  parameters: readonly Parameter[],
  place: Parameter['in'],
  { ids, token }: KnownValues,
): fc.Arbitrary<Texts> {
  const here = parameters.filter((parameter) => parameter.in === place);
  const knownTo = (name: string, index: number) => {
    if (place === 'path') return ids.slice(index, index + 1);
    return name === 'token' ? token : [];
  };
  const texts = Object.fromEntries(
    here.map(({ name, schema }, index) => [name, textFor(schema, place, knownTo(name, index))]),
  );
  if (place === 'path') return fc.record(texts);
  const some = fc
    .subarray(Object.entries(texts))
    .chain((chosen): fc.Arbitrary<Texts> => fc.record(Object.fromEntries(chosen)));
  return place === 'query' ? some : fc.oneof({ weight: 3, arbitrary: fc.constant<Texts>({}) }, some);
}

function textFor(schema: JsonSchema, place: Parameter['in'], ids: readonly string[]): fc.Arbitrary<string> {
  const written = fc
    .oneof({ weight: 3, arbitrary: valueOf(schema) }, nearMissOf(schema))
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .filter((text) => isSendable(text, place));
  return ids.length === 0
    ? written
    : fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: written });
}

/** What HTTP can carry: URLs resolve dots in paths, and header values are visible ASCII, trimmed. */
function isSendable(text: string, place: Parameter['in']): boolean {
  if (!text.isWellFormed() || text.length > 2_000) return false;
  if (place === 'path') return text !== '' && text !== '.' && text !== '..';
  return place === 'query' || /^(?:[!-~](?:[ -~]*[!-~])?)?$/.test(text);
}

function isAsDescribed({ name, in: place, required, schema }: Parameter, request: object): boolean {
  const texts = Object.entries(request).find(
    ([part]) => part === (place === 'header' ? 'headers' : place),
  )?.[1];
  const text: unknown = texts[name];
  if (typeof text !== 'string') return !required;
  const isInteger = schema.type === 'integer' && String(Number(text)) === text;
  return !!validatorOf(schema)(isInteger ? Number(text) : text);
}

/** Requests that differ from one in a single value, which is at an edge of its description. */
export function atEdges(api: DescribedApi, request: DescribedRequest): readonly DescribedRequest[] {
  const { operation, query } = request;
  const { parameters = [], requestBody } = operation;
  const content = requestBody?.content['application/json'];
  const body = content && api.flat(content.schema);
  const lean = body && leanest(request.body, validatorOf(body));
  const bodies = (body ? edgesOf(body, lean) : []).map((edge) => {
    const valid = !!validatorOf(body ?? {})(sent(edge));
    return { ...request, body: edge, valid };
  });
  const queries = parameters.flatMap((parameter) => {
    const schema = api.flat(parameter.schema);
    const texts = edgesOf(schema, undefined).map((edge) =>
      typeof edge === 'string' ? edge : JSON.stringify(edge),
    );
    return (parameter.in === 'query' ? texts : []).map((text) => {
      const changed = { ...request, query: { ...query, [parameter.name]: text } };
      return { ...changed, valid: isAsDescribed({ ...parameter, schema }, changed) };
    });
  });
  return [...bodies, ...queries];
}

/** A valid body without the members that it can do without. */
function leanest(body: unknown, isValid: (value: unknown) => unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  for (const name of Object.keys(body)) {
    const { [name]: _removed, ...rest } = { ...body } as Record<string, unknown>;
    if (isValid(rest)) return leanest(rest, isValid);
  }
  return body;
}

/** Sends a request. */
export async function sendTo(
  target: Target,
  { operation, path, query, headers, body, fault }: DescribedRequest,
): Promise<TestResponse> {
  const { method, requestBody, security } = operation;
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  const all = new Headers(headers);
  const [type] = Object.keys(requestBody?.content ?? {});
  if (type !== undefined) all.set('content-type', fault === 'wrong media type' ? 'text/plain' : type);
  if (security === undefined && fault !== 'no key') all.set('x-api-key', target.liveApiKey);
  const text = textOf(type, body, fault);
  const base = operation.servers?.[0]?.url ?? target.baseUrl;
  const init = { method, headers: all, ...(text !== undefined && { body: new TextEncoder().encode(text) }) };
  return responseOf(await target.fetch(`${base}${filled}?${new URLSearchParams(query)}`, init));
}

function textOf(type: string | undefined, body: unknown, fault: Fault | undefined): string | undefined {
  if (type === undefined) return undefined;
  if (fault === 'no body') return '';
  if (fault === 'broken JSON') return '{"';
  return type === 'application/json' ? JSON.stringify(body) : String(body);
}
