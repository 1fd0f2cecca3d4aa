import { fillPath, matchPath, type OperationName, operations } from '@mailrig/contract';
import { type Duration, parseDuration } from '../service/kernel/duration.ts';
import type { DeploymentResponse } from './response.ts';
import type { Tier } from './deployment.ts';

/** A request. It is not sent without the values of the `{names}` in it, which the caller or earlier responses give. */
export interface StepRequest {
  /** The tier that it belongs to. */
  readonly tier: Tier;
  /** HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with its query, or a whole URL. */
  readonly path: string;
  /** How it authenticates. Default: the key as a bearer token. */
  readonly auth?: 'none' | 'wrong' | 'x-api-key' | 'wrong x-api-key';
  /** Body, sent as JSON. */
  readonly json?: unknown;
  /** Body, sent as it is, with its media type. */
  readonly text?: readonly [body: string, contentType: string];
  /** 401, 403 (with an error code of the service) or 429, if they count as a response here. */
  readonly expects?: readonly number[];
  /** A value without which it is not sent, although no text of the request contains its name. */
  readonly needs?: string;
  /** Values that the response gives to later requests. */
  readonly gives?: Readonly<Record<string, (response: DeploymentResponse) => string | undefined>>;
  /** Reads in the response why no more requests of the tier may be sent; `undefined` if they may. */
  readonly stopsIf?: (response: DeploymentResponse) => string | undefined;
  /** Repeats it until this status, or until the rate limit must have been reached. */
  readonly until?: number;
  /** How long to wait before it, in milliseconds, because what it reads takes time. */
  readonly pause?: number;
  /** The step, just before, that reads the whole list of which this one reads a part. */
  readonly whole?: string;
  /** Counters of the account that grow between an earlier step and this one at least as much as in the sandbox. */
  readonly grown?: readonly [since: string, ...counters: string[]];
  /** How long after the other steps it is sent. */
  readonly after?: Duration;
  /** Requests that it combines. They are sent instead if the deployment refuses it. */
  readonly parts?: readonly (readonly [name: string, request: StepRequest])[];
}

/** The input of a step, in any form, because some steps are meant to be refused. */
export interface StepInput extends Omit<StepRequest, 'method' | 'path' | 'json'> {
  /** Values of the `{parameters}` in the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

/** A request of the script: an operation of the contract, with its input. */
export function step(
  operation: OperationName,
  { params = {}, query = {}, body, ...rest }: StepInput,
): StepRequest {
  const { method, path } = operations[operation];
  const filled = fillPath(path, (name) => params[name] ?? `{${name}}`);
  const search = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll(/%7B(\w+)%7D/g, '{$1}')}`,
  );
  return {
    ...rest,
    method,
    path: [filled, ...(search.length > 0 ? [search.join('&')] : [])].join('?'),
    ...(body !== undefined && { json: body }),
  };
}

const named = new WeakMap<StepRequest, OperationName | undefined>();

/** The operation that a request calls; `undefined` if there is none. */
export function operationOf(request: StepRequest): OperationName | undefined {
  if (!named.has(request)) {
    const path = pathOf(request);
    const same = Object.values(operations).filter(({ method }) => method === request.method);
    const found = same.find((row) => row.path === path) ?? same.find((row) => matchPath(row.path, path));
    named.set(request, found?.name);
  }
  return named.get(request);
}

/** How long after the other steps a request is sent, in milliseconds. */
export const delayOf = ({ after = 0 }: StepRequest): number => parseDuration(after) ?? 0;

/** The path of a request, without its query. */
export const pathOf = ({ path }: StepRequest): string => path.split('?', 1).join('');

/** Values for the `{names}` in requests. `{name:256}` is filled up to 256 characters, with one that takes two bytes. */
export type Values = ReadonlyMap<string, string>;

const placeholders = /\{(\w+)(?::(\d+))?\}/g;

/** The names that the texts of a JSON value contain. */
export function namesIn(value: unknown): readonly string[] {
  return Array.from(JSON.stringify(value).matchAll(placeholders), ([, name = '']) => name);
}

/** A JSON value with its `{names}` replaced; a name without a value stays. */
export function fill<T>(value: T, values: Values, write = (text: string) => text): T {
  if (value === undefined) return value;
  const text = JSON.stringify(value).replaceAll(placeholders, (whole, name: string, length?: string) => {
    const found = values.get(name);
    if (found === undefined) return whole;
    const size = Number(length ?? found.length);
    return JSON.stringify(write(found.padEnd(size, 'é').slice(0, size))).slice(1, -1);
  });
  return JSON.parse(text) as T;
}

/** The request with its names replaced. Ids are encoded in a path; a presigned URL is taken as it is. */
export function filled(request: StepRequest, values: Values): StepRequest {
  const path = fill(request.path, values, request.path.startsWith('/') ? encodeURIComponent : undefined);
  return { ...request, path, json: fill(request.json, values) };
}
