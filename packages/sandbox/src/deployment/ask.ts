import { isErrorCode, isObject, limits } from '@mailrig/contract';
import { type DeploymentResponse, codeOf, idOf, succeeded } from './response.ts';
import { checkDeployment, type Deployment } from './deployment.ts';
import { UnavailableError } from './errors.ts';
import { fill, namesIn, type Values } from './fill.ts';
import { type Left, LeftCounter } from './left.ts';
import { withoutSplit } from './pages.ts';
import { redirectOf } from './redirect.ts';
import { requestsOf, type Responses, type StepChoice, type StepName, type Steps, stepsOf } from './script.ts';
import { isTimeout, Sender } from './sender.ts';
import { operationOf, step, type StepRequest } from './step.ts';
import { notChosen, type Tier, tooLate } from './tier.ts';

/** How to ask a deployment. */
export interface AskOptions {
  /** The tiers to run. Default: only `observe`. */
  readonly tiers?: readonly Tier[] | undefined;
  /** Called when the first response shows that the deployment can be used; nothing more is sent until it ends. */
  readonly onReached?: (() => Promise<void>) | undefined;
  /** Called before each wait of five seconds or more, with its milliseconds, and with what was sent and is left. */
  readonly onWait?: ((milliseconds: number, progress: Progress) => void) | undefined;
  /** Makes names and addresses of this run different from those of others. Default: eight random characters. */
  readonly run?: string | undefined;
}

/** How far a comparison is. */
export interface Progress {
  /** Requests that were sent. */
  readonly sent: number;
  /** Requests of the chosen tiers. Some may not be sent, because they lack something. */
  readonly total: number;
  /** About how long the others take, in milliseconds, with this wait. */
  readonly left: number;
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
  /** Combined requests that were refused, and sent in parts. */
  readonly apart: ReadonlySet<StepName>;
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
  list: 'there is no contact list',
  countedList: 'no contact list counts contacts that are not active',
  simulated: 'no send was simulated',
  listed: 'simulated sends are not listed',
  served: 'the deployment does not serve it, like the document',
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
 * @param apart Combined requests to send in parts, as another side did.
 * @throws DeploymentError if the deployment must not be called. @throws UnavailableError if it cannot be reached,
 * refuses the key or fails.
 */
export async function ask(
  deployment: Deployment,
  options: AskOptions & StepChoice = {},
  apart: ReadonlySet<StepName> = new Set(),
): Promise<Asked> {
  checkDeployment(deployment, options.tiers ?? ['observe']);
  const run = new Asking(deployment, options, apart);
  for (const [name, request] of stepsOf(options)) await run.perform(name, request);
  await run.deleteLists();
  return run;
}

/** A deployment that is asked. */
class Asking implements Asked {
  readonly responses: Partial<Record<StepName, DeploymentResponse>> = {};
  readonly missing: Partial<Record<StepName, string>> = {};
  readonly values: Map<string, string>;
  readonly apart = new Set<StepName>();
  stopped: string | undefined;
  readonly #deployment: Deployment;
  readonly #given: AskOptions & StepChoice;
  readonly #apart: ReadonlySet<StepName>;
  readonly #sender: Sender;
  readonly #left = new LeftCounter();
  readonly #requests = new Map<StepName, StepRequest>();
  /** Steps that are done, and all steps of the tiers. */
  readonly #progress: { done: number; readonly all: Steps };
  /** When the first step that needs time was reached, in milliseconds since 1970. */
  #end: number | undefined;

  constructor(deployment: Deployment, options: AskOptions & StepChoice, apart: ReadonlySet<StepName>) {
    this.#deployment = deployment;
    this.#given = options;
    this.#apart = apart;
    this.values = new Map([['run', options.run ?? crypto.randomUUID().slice(0, 8)]]);
    if (deployment.from !== undefined) this.values.set('from', deployment.from);
    this.#progress = { done: 0, all: requestsOf(options.tiers ?? ['observe'], options) };
    this.#sender = new Sender(deployment, (milliseconds) => {
      const { done, all } = this.#progress;
      if (milliseconds >= longWait)
        options.onWait?.(milliseconds, { sent: done, total: all.length, left: timeFor(all.slice(done)) });
      return (deployment.wait ?? sleep)(milliseconds);
    });
  }

  get left(): Left {
    return this.#left.left;
  }

  async again(name: StepName): Promise<DeploymentResponse | undefined> {
    const request = this.#requests.get(name);
    const response = request && (await responseTo(this.#deployment, request, this.values, this.#sender));
    return typeof response === 'string' ? undefined : response;
  }

  /** Sends the request of a step, unless something hinders it. */
  async perform(name: StepName, request: StepRequest): Promise<void> {
    const { parts, pause = 0, after = 0 } = request;
    if (parts && this.#apart.has(name)) return this.#performParts(name, parts);
    const obstacle = this.#obstacle(request);
    if (obstacle !== undefined) {
      this.missing[name] = obstacle;
      return;
    }
    if (after > 0) await this.#waitUntil((this.#end ??= this.#now()) + after);
    if (pause > 0) await this.#sender.wait(pause);
    this.#requests.set(name, request);
    const response = await responseTo(this.#deployment, request, this.values, this.#sender);
    this.#progress.done += 1;
    if (name === first) {
      checkFirst(request, response);
      await this.#given.onReached?.();
    }
    if (typeof response === 'string') this.missing[name] = response;
    else if (parts && !succeeded(response)) return this.#performParts(name, parts);
    else this.#accept(name, request, response);
  }

  async #performParts(whole: StepName, parts: NonNullable<StepRequest['parts']>): Promise<void> {
    this.apart.add(whole);
    for (const [name, request] of parts) await this.perform(name as StepName, request);
  }

  /** Why a request is not sent. */
  #obstacle(request: StepRequest): string | undefined {
    const { tiers = ['observe'], waitFor = 0 } = this.#given;
    if (!tiers.includes(request.tier)) return notChosen(request.tier);
    if ((request.after ?? 0) > waitFor) return tooLate(request.after ?? 0);
    return this.stopped ?? lacking(request, this.values);
  }

  #accept(name: StepName, request: StepRequest, response: DeploymentResponse): void {
    this.responses[name] = response;
    this.stopped = request.stopsIf?.(response);
    if (!succeeded(response)) return;
    for (const [value, read] of Object.entries(request.gives ?? {})) {
      const found = read(response);
      if (found !== undefined) this.values.set(value, found);
    }
    const operation = operationOf(request);
    const list = fill(request.path.split('/')[4] ?? '', this.values);
    if (operation !== undefined) this.#left.accepted(operation, idOf(response), list);
  }

  #now(): number {
    return (this.#deployment.now?.() ?? new Date()).getTime();
  }

  async #waitUntil(time: number): Promise<void> {
    const milliseconds = time - this.#now();
    if (milliseconds > 0) await this.#sender.wait(milliseconds);
  }

  /** Deletes the contact lists that were made, if the deployment has that operation. */
  async deleteLists(): Promise<void> {
    for (const id of this.#left.lists.keys()) {
      const ids = new Map([['id', id]]);
      const response = await responseTo(this.#deployment, deleteList, ids, this.#sender);
      if (typeof response === 'string' || !succeeded(response)) break;
      this.#left.lists.delete(id);
    }
  }
}

/** About how long these steps take, in milliseconds: the rate limit allows a number of them in a minute. */
function timeFor(steps: Steps): number {
  const pauses = steps.reduce((sum, [, { pause = 0 }]) => sum + pause, 0);
  const last = Math.max(0, ...steps.map(([, { after = 0 }]) => after));
  return Math.ceil(steps.length / limits.requestsPerWindow) * limits.rateWindow + pauses + last;
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
  const names = [...(needs === undefined ? [] : [needs]), ...namesIn([path, json])];
  const name = names.find((one) => !values.has(one));
  return name && (withoutValue[name] ?? withoutSplit(name) ?? `there is no ${name}`);
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
