import { isErrorCode, isObject } from '@mailrig/contract';
import { type DeploymentResponse, codeOf, idOf, succeeded } from './response.ts';
import { checkDeployment, type Deployment } from './deployment.ts';
import { UnavailableError } from './errors.ts';
import { fill, namesIn, type Values } from './fill.ts';
import { type Left, LeftCounter } from './left.ts';
import { redirectOf } from './redirect.ts';
import { type Responses, type OwnStep, type StepChoice, type StepName, stepsOf } from './script.ts';
import { isTimeout, Sender } from './sender.ts';
import { operationOf, step, type StepRequest } from './step.ts';
import { notChosen, type Tier } from './tier.ts';

/** How to ask a deployment. */
export interface AskOptions {
  /** The tiers to run. Default: only `observe`. */
  readonly tiers?: readonly Tier[] | undefined;
  /** Called when the first response shows that the deployment can be used; nothing more is sent until it ends. */
  readonly onReached?: (() => Promise<void>) | undefined;
  /** Called before each wait of five seconds or more, with its milliseconds. */
  readonly onWait?: ((milliseconds: number) => void) | undefined;
  /** Makes names and addresses of this run different from those of others. Default: eight random characters. */
  readonly run?: string | undefined;
  /** Steps of your own, after all others. */
  readonly steps?: readonly OwnStep[] | undefined;
}

/** The responses of a deployment, and the other results of a run. */
export interface Asked {
  /** The responses that show something of the API. */
  readonly responses: Responses;
  /** Why there is no response, by step. */
  readonly missing: Readonly<Partial<Record<StepName, string>>>;
  /** Why a tier was given up: the reason why its remaining steps have no response. */
  readonly stopped: string | undefined;
  /** The values that the run created or was given, by name. */
  readonly values: Values;
  /** What the run leaves in the deployment. */
  readonly left: Left;
  /** Sends a request once more; `undefined` if its response is not one of the API. */
  readonly again: (name: StepName) => Promise<DeploymentResponse | undefined>;
}

/** The shortest wait for which `onWait` is called, in milliseconds. */
const longWait = 5_000;

/** The first request: if it fails, no other is made. */
const first: StepName = 'emails';

/** Why a value may be missing, by its name. */
const withoutValue: Readonly<Record<string, string>> = {
  from: 'no sender was given',
  email: 'no email is listed',
  lastEmail: 'no email is listed',
  lastVerification: 'no verification is listed',
  list: 'there is no contact list',
  countedList: 'no contact list counts contacts that are not active',
  simulated: 'no send was simulated',
  batch: 'no batch was accepted',
  newList: 'no contact list was created',
  contact: 'no contact was created',
  attachment: 'no upload was created',
  uploadUrl: 'no upload was created',
};

const deleteList = step('deleteContactList', { tier: 'create', params: { id: '{id}' } });

/**
 * Sends the requests of the tiers one after the other, below the rate limit. A read that gets a 5xx or no response is
 * repeated twice. At the end it deletes the contact lists that it created, if the deployment has that operation.
 *
 * @throws DeploymentError if the deployment must not be called. @throws UnavailableError if it cannot be reached,
 * refuses the key or fails.
 */
export async function ask(deployment: Deployment, options: AskOptions & StepChoice = {}): Promise<Asked> {
  const { tiers = ['observe'], run = crypto.randomUUID().slice(0, 8), onWait, onReached } = options;
  checkDeployment(deployment, tiers);
  const steps = new Map(stepsOf(options));
  const values = new Map([['run', run]]);
  if (deployment.from !== undefined) values.set('from', deployment.from);
  const sender = new Sender(deployment, (milliseconds) => {
    if (milliseconds >= longWait) onWait?.(milliseconds);
    return (deployment.wait ?? sleep)(milliseconds);
  });
  const left = new LeftCounter();
  const responses: Partial<Record<StepName, DeploymentResponse>> = {};
  const missing: Partial<Record<StepName, string>> = {};
  let stopped: string | undefined;
  for (const [name, request] of steps) {
    const obstacle = tiers.includes(request.tier)
      ? (stopped ?? lacking(request, values))
      : notChosen(request.tier);
    if (obstacle !== undefined) {
      missing[name] = obstacle;
      continue;
    }
    if (request.pause !== undefined) await sender.wait(request.pause);
    const response = await responseTo(deployment, request, values, sender);
    if (name === first) {
      checkFirst(request, response);
      await onReached?.();
    }
    if (typeof response === 'string') {
      missing[name] = response;
      continue;
    }
    responses[name] = response;
    stopped = request.stopsIf?.(response);
    if (!succeeded(response)) continue;
    for (const [value, read] of Object.entries(request.gives ?? {})) {
      const found = read(response);
      if (found !== undefined) values.set(value, found);
    }
    const operation = operationOf(request);
    const list = fill(request.path.split('/')[4] ?? '', values);
    if (operation !== undefined) left.accepted(operation, idOf(response), list);
  }
  for (const id of left.lists.keys()) {
    const response = await responseTo(deployment, deleteList, new Map([['id', id]]), sender);
    if (typeof response === 'string' || !succeeded(response)) break;
    left.lists.delete(id);
  }
  return {
    responses,
    missing,
    stopped,
    values,
    left: left.left,
    again: async (name) => {
      const request = steps.get(name);
      const response = request && (await responseTo(deployment, request, values, sender));
      return typeof response === 'string' ? undefined : response;
    },
  };
}

/**
 * Checks that the deployment can be used.
 *
 * @throws UnavailableError saying why it cannot.
 */
function checkFirst({ method, path }: StepRequest, response: DeploymentResponse | string): void {
  const problem = (() => {
    if (typeof response === 'string') return `${response}.`;
    const answered = `${method} ${path} was answered with ${response.status}`;
    if (response.status === 404) return `${answered}. Is the base URL right? It must end before /api/v1.`;
    return isObject(response.json) ? undefined : `${answered} and no JSON object. Is the base URL right?`;
  })();
  if (problem !== undefined) throw new UnavailableError(`The deployment cannot be asked: ${problem}`);
}

/** Why a request without some value cannot be sent. */
function lacking({ path, json, needs }: StepRequest, values: Values): string | undefined {
  const names = [...namesIn([path, json]), ...(needs === undefined ? [] : [needs])];
  const name = names.find((one) => !values.has(one));
  return name === undefined ? undefined : (withoutValue[name] ?? `there is no ${name}`);
}

/**
 * The response to a request, or why it is not one of the API. No reason contains ids, presigned URLs or texts of the
 * deployment.
 */
async function responseTo(
  deployment: Deployment,
  request: StepRequest,
  values: Values,
  sender: Sender,
): Promise<DeploymentResponse | string> {
  const { method, path, until, expects = [] } = request;
  const sent = filled(request, values);
  try {
    const response = await (until === undefined ? sender.send(sent) : sender.sendBurst(sent));
    const { status } = response;
    const says = (status < 300 || (status >= 400 && status < 500)) && ![401, 403, 429].includes(status);
    const expected = expects.includes(status) && (status !== 403 || isErrorCode(codeOf(response) ?? ''));
    if (says || expected) return response;
    const redirect = redirectOf(response, deployment, request, sent);
    return `${method} ${path} was ${redirect ?? `answered with ${status}`}`;
  } catch (error) {
    return `${method} ${path} failed: ${reasonOf(error)}`;
  }
}

function reasonOf(error: unknown): string {
  if (isTimeout(error)) return 'no response in time';
  if (!(error instanceof Error && error.cause instanceof Error)) return 'no response';
  const { message, code = 'no response' }: Error & { code?: string } = error.cause;
  // If a host has several addresses and none can be reached, the error has a code and no message.
  return message || code;
}

/** The request with the values of this run. Ids are encoded in a path; a presigned URL is taken as it is. */
function filled(request: StepRequest, values: Values): StepRequest {
  const path = request.path.startsWith('/')
    ? fill(request.path, values, encodeURIComponent)
    : fill(request.path, values);
  return { ...request, path, ...(request.json !== undefined && { json: fill(request.json, values) }) };
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
