import { isErrorCode, isObject, limits, type OperationName } from '@mailrig/contract';
import { durationText } from '../service/kernel/duration.ts';
import { sleep } from '../service/kernel/timers.ts';
import { type DeploymentResponse, codeOf, idOf, succeeded } from './response.ts';
import { checkDeployment, type Deployment, notChosen, type Tier, UnavailableError } from './deployment.ts';
import { withoutSplit } from './pages.ts';
import { requestsOf, type StepSelection, type Steps, stepsOf } from './script.ts';
import { isTimeout, redirectOf, Sender } from './sender.ts';
import { fill, filled, namesIn, operationOf, step, type StepRequest, delayOf } from './step.ts';

/** How to ask a deployment. */
export interface AskOptions {
  /** The tiers to run. Default: only `observe`. */
  readonly tiers?: readonly Tier[] | undefined;
  /** Called when the first response shows that the deployment can be used; nothing more is sent until it ends. */
  readonly onReached?: (() => Promise<void>) | undefined;
  /** Called before each wait of five seconds or more, with its milliseconds, and with what was sent and is left. */
  readonly onWait?: ((milliseconds: number, progress: ComparisonProgress) => void) | undefined;
  /** Makes names and addresses of this run different from those of other runs. Default: eight random characters. */
  readonly run?: string | undefined;
}

/** How far a comparison or a calibration is. */
export interface ComparisonProgress {
  /** Requests that were sent. */
  readonly sent: number;
  /** Requests of the chosen tiers. Some may not be sent, because they lack something. */
  readonly total: number;
  /** About how long the others take, in milliseconds, with this wait. */
  readonly remaining: number;
}

/** What is left in a deployment, by kind, for example `{ 'contact lists': 6 }`. Kinds with a count of 0 are absent. */
export type LeftBehind = Readonly<Record<string, number>>;

/** The shortest wait for which `onWait` is called, in milliseconds. */
const longWait = 5_000;

/** The first request: if it fails, no other is made. */
const first: string = 'emails';

/** Why a value may be missing, by its name. */
const withoutValue: Readonly<Record<string, string>> = {
  from: 'no sender was given',
  email: 'no email is listed',
  countedList: 'no contact list counts contacts that are not active',
  simulated: 'no send was simulated',
  listed: 'simulated sends are not listed',
  served: 'the deployment does not serve it, like the document',
};

/** What an accepted request leaves, by its operation. */
const kinds: Readonly<Partial<Record<OperationName, string>>> = {
  sendEmail: 'simulated sends',
  createContactList: 'contact lists',
  createContact: 'contacts',
  deleteContact: 'contacts',
  createUpload: 'uploads',
  suppressContact: 'addresses on the suppression list of the domain',
  verifyEmail: 'verified addresses',
  createVerificationBatch: 'batches of verifications',
};

/**
 * Sends the requests of the tiers one after the other, below the rate limit, then deletes the contact lists that they
 * created, if the deployment has that operation.
 *
 * @param apart Combined requests to send in parts, as another side did.
 */
export async function ask(
  deployment: Deployment,
  options: AskOptions & StepSelection = {},
  apart: ReadonlySet<string> = new Set(),
): Promise<Transcript> {
  checkDeployment(deployment, options.tiers ?? ['observe']);
  const transcript = new Transcript(deployment, options, apart);
  for (const [name, request] of stepsOf(options)) await transcript.perform(name, request);
  await transcript.deleteLists();
  return transcript;
}

/** The responses of a deployment, and what else came of its requests. */
export class Transcript {
  /** The responses that show something of the API. */
  readonly responses: Record<string, DeploymentResponse> = {};
  /** Why there is no response, by step. */
  readonly missing: Record<string, string> = {};
  /** The values that responses or the caller gave, by name. */
  readonly values: Map<string, string>;
  /** Combined requests that were refused, and sent in parts. */
  readonly apart = new Set<string>();
  /** Why a tier was given up: the reason why its remaining steps have no response. */
  stopped: string | undefined;
  readonly #deployment: Deployment;
  readonly #selected: AskOptions & StepSelection;
  readonly #apart: ReadonlySet<string>;
  readonly #sender: Sender;
  /** The accepted requests: the list in the path, and the id of what was created. */
  readonly #accepted: { operation: OperationName | undefined; list: string; id: string }[] = [];
  readonly #deleted = new Set<string>();
  /** Requests that were sent. */
  #sent = 0;
  /** When the first step that needs time was reached, in milliseconds since 1970. */
  #end: number | undefined;

  constructor(deployment: Deployment, options: AskOptions & StepSelection, apart: ReadonlySet<string>) {
    this.#deployment = deployment;
    this.#selected = options;
    this.#apart = apart;
    this.values = new Map([['run', options.run ?? crypto.randomUUID().slice(0, 8)]]);
    if (deployment.from !== undefined) this.values.set('from', deployment.from);
    const all = requestsOf(options.tiers ?? ['observe'], options);
    this.#sender = new Sender(deployment, (milliseconds) => {
      const remaining = timeFor(all.slice(this.#sent));
      if (milliseconds >= longWait)
        options.onWait?.(milliseconds, { sent: this.#sent, total: all.length, remaining });
      return (deployment.wait ?? sleep)(milliseconds);
    });
  }

  /** What is left in the deployment. */
  get left(): LeftBehind {
    // A deleted list took its contacts with it.
    const stays = this.#accepted.filter(({ list, id }) => !this.#deleted.has(list) && !this.#deleted.has(id));
    const counts = Map.groupBy(stays, ({ operation }) => (operation && kinds[operation]) ?? '');
    return Object.fromEntries(
      Array.from(counts, ([kind, some]): [string, number] => {
        const removed = some.filter(({ operation }) => operation === 'deleteContact').length;
        return [kind, some.length - 2 * removed];
      }).filter(([kind, count]) => kind !== '' && count > 0),
    );
  }

  /** Sends a request once more; `undefined` if its response is not one of the API. */
  async again(request: StepRequest): Promise<DeploymentResponse | undefined> {
    const response = await this.#responseTo(request);
    return typeof response === 'string' ? undefined : response;
  }

  /** Sends the request of a step, unless something prevents it. */
  async perform(name: string, request: StepRequest): Promise<void> {
    const { parts, pause = 0 } = request;
    if (parts && this.#apart.has(name)) return this.#performParts(name, parts);
    const obstacle = this.#obstacle(request);
    if (obstacle !== undefined) return void (this.missing[name] = obstacle);
    const now = this.#sender.now();
    const after = delayOf(request);
    const wait = after > 0 ? (this.#end ??= now) + after - now : pause;
    if (wait > 0) await this.#sender.wait(wait);
    const response = await this.#responseTo(request);
    this.#sent += 1;
    if (name === first) {
      const problem = problemOf(request, response);
      if (problem) throw new UnavailableError(`The deployment cannot be asked: ${problem}`);
      await this.#selected.onReached?.();
    }
    if (typeof response === 'string') this.missing[name] = response;
    else if (parts && !succeeded(response)) return this.#performParts(name, parts);
    else this.#accept(name, request, response);
  }

  async #performParts(whole: string, parts: NonNullable<StepRequest['parts']>): Promise<void> {
    this.apart.add(whole);
    for (const [name, request] of parts) await this.perform(name, request);
  }

  #obstacle(request: StepRequest): string | undefined {
    const { tier, after = 0, path, json, needs } = request;
    const { tiers = ['observe'], waitFor = 0 } = this.#selected;
    if (!tiers.includes(tier)) return notChosen(tier);
    if (delayOf(request) > waitFor) return `it needs --wait ${durationText(after)}`;
    if (this.stopped !== undefined) return this.stopped;
    const names = [...(needs === undefined ? [] : [needs]), ...namesIn([path, json])];
    const name = names.find((one) => !this.values.has(one));
    return name && (withoutValue[name] ?? withoutSplit(name) ?? `no request gave {${name}}`);
  }

  #accept(name: string, request: StepRequest, response: DeploymentResponse): void {
    this.responses[name] = response;
    this.stopped = request.stopsIf?.(response);
    if (!succeeded(response)) return;
    for (const [value, read] of Object.entries(request.gives ?? {})) {
      const found = read(response);
      if (found !== undefined) this.values.set(value, found);
    }
    this.#note(request, idOf(response));
  }

  #note(request: StepRequest, id = ''): void {
    const [operation, list = ''] = [operationOf(request), fill(request.path, this.values).split(/[/?]/)[4]];
    this.#accepted.push({ operation, list, id });
    if (operation === 'deleteContactList') this.#deleted.add(list);
  }

  /** Deletes the contact lists that were made, if the deployment has that operation. */
  async deleteLists(): Promise<void> {
    const made = this.#accepted.filter(({ operation }) => operation === 'createContactList');
    for (const { id } of made.filter((one) => !this.#deleted.has(one.id))) {
      const request = step('deleteContactList', { tier: 'create', params: { id } });
      const response = await this.#responseTo(request);
      if (typeof response === 'string' || !succeeded(response)) break;
      this.#note(request);
    }
  }

  /** The response, or why it is not one of the API, without ids, presigned URLs and texts of the deployment. */
  async #responseTo(request: StepRequest): Promise<DeploymentResponse | string> {
    const { method, path, expects = [] } = request;
    const sent = filled(request, this.values);
    try {
      const response = await this.#sender.send(sent);
      const { status } = response;
      const shows = (status < 300 || (status >= 400 && status < 500)) && ![401, 403, 429].includes(status);
      const isExpected = expects.includes(status) && (status !== 403 || isErrorCode(codeOf(response) ?? ''));
      if (shows || isExpected) return response;
      const redirect = redirectOf(response, this.#deployment, request, sent);
      return `${method} ${path} was ${redirect ?? `answered with ${status}`}`;
    } catch (error) {
      return `${method} ${path} failed: ${reasonOf(error)}`;
    }
  }
}

/** About how long these steps take, in milliseconds: the rate limit allows a number of them in a minute. */
function timeFor(steps: Steps): number {
  const pauses = steps.reduce((sum, [, { pause = 0 }]) => sum + pause, 0);
  const last = Math.max(0, ...steps.map(([, request]) => delayOf(request)));
  return Math.ceil(steps.length / limits.requestsPerWindow) * limits.rateWindow + pauses + last;
}

/** Why the deployment cannot be used, by the first response; `undefined` if it can. */
function problemOf({ method, path }: StepRequest, response: DeploymentResponse | string): string | undefined {
  if (typeof response === 'string') return `${response}.`;
  const outcome = `${method} ${path} was answered with ${response.status}`;
  if (response.status === 404) return `${outcome}. Is the base URL right? It must end before /api/v1.`;
  return isObject(response.json) ? undefined : `${outcome} and no JSON object. Is the base URL right?`;
}

function reasonOf(error: unknown): string {
  if (isTimeout(error)) return 'no response in time';
  if (!(error instanceof Error && error.cause instanceof Error)) return 'no response';
  const { message, code = 'no response' }: Error & { code?: string } = error.cause;
  // If a host has several addresses and none can be reached, the error has a code and no message.
  return message || code;
}
