import { isErrorCode, isObject, type OperationName } from '@mailrig/contract';
import { type Answer, codeOf, idOf, succeeded } from './answer.ts';
import { checkDeployment, type Deployment } from './deployment.ts';
import { fill, namesIn, type Values } from './fill.ts';
import { Pace } from './pace.ts';
import { NoAnswerError } from './probe-error.ts';
import { redirectOf } from './redirect.ts';
import { type Answers, script, type StepName } from './script.ts';
import { isTimeout, sendBurst, sendPaced } from './send.ts';
import { operationOf, type ProbeRequest, step } from './step.ts';
import { notChosen, type Tier } from './tier.ts';

/** How to ask a deployment. */
export interface AskOptions {
  /** How far to go. Default: only `observe`. */
  readonly tiers?: readonly Tier[];
  /** Called before each request. */
  readonly onRequest?: (name: StepName, request: ProbeRequest) => void;
  /** Called when the first response shows that the deployment can be asked; nothing more is sent until it ends. */
  readonly onReached?: () => Promise<void>;
  /** Called before each wait of five seconds or more, with its milliseconds. */
  readonly onWait?: ((milliseconds: number) => void) | undefined;
  /** Waits when the rate limit is near, and before a read that failed is repeated. Default: the system's timer; a test moves a sandbox's clock instead. */
  readonly wait?: (milliseconds: number) => Promise<void>;
  /** Makes names and addresses of this run different from those of others. Default: eight random characters. */
  readonly run?: string;
  /** Steps of your own, after all others. */
  readonly steps?: readonly OwnStep[];
  /** The steps of the script to send. Default: all. */
  readonly only?: ReadonlySet<StepName>;
}

/** A step of your own flow. */
export interface OwnStep extends ProbeRequest {
  /** What it is called in the report. */
  readonly name: StepName;
}

/** What a deployment answered. */
export interface Asked {
  /** The responses that say something about the API. */
  readonly answers: Answers;
  /** Why there is no response, by request. */
  readonly missing: Readonly<Partial<Record<StepName, string>>>;
  /** Why a tier was given up, which is then why all that was left has no response. */
  readonly stopped: string | undefined;
  /** What the run made and was given, by name. */
  readonly values: Values;
  /** What the run leaves in the deployment, with its count; nothing that was deleted again. */
  readonly left: Left;
  /** Sends a request once more; `undefined` if its response says nothing about the API. */
  readonly again: (name: StepName) => Promise<Answer | undefined>;
}

/** What a run leaves behind, by kind: only kinds of which it leaves some. */
export type Left = Readonly<Record<string, number>>;

/** What a successful request leaves, by its operation. */
const leaves: Readonly<Partial<Record<OperationName, string>>> = {
  sendEmail: 'simulated sends',
  createContactList: 'contact lists',
  createContact: 'contacts',
  createUpload: 'uploads',
  suppressContact: 'addresses on the suppression list of the domain',
  verifyEmail: 'verified addresses',
  createVerificationBatch: 'batches of verifications',
};

/** A wait that is long enough to say so, in milliseconds. */
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

const withOwn = ({ steps = [], only }: Pick<AskOptions, 'steps' | 'only'>) => [
  ...script.filter(([name]) => only === undefined || only.has(name)),
  ...steps.map(({ name, ...request }) => [name, request] as const),
];

/**
 * The requests of these tiers, in the order in which they are sent.
 *
 * @param tiers How far the requests may go.
 * @param of The steps to choose from.
 */
export function requestsOf(
  tiers: readonly Tier[],
  of: Pick<AskOptions, 'steps' | 'only'> = {},
): readonly (readonly [StepName, ProbeRequest])[] {
  return withOwn(of).filter(([, { tier }]) => tiers.includes(tier));
}

/**
 * Sends the requests of the tiers one after the other, below the rate limit. A read that gets a 5xx or no response
 * is repeated twice.
 *
 * @throws ProbeError if the deployment must not be asked.
 * @throws NoAnswerError if it cannot be reached, refuses the key or fails.
 */
export async function ask(deployment: Deployment, options: AskOptions = {}): Promise<Asked> {
  const { tiers = ['observe'], wait = sleep, run = crypto.randomUUID().slice(0, 8) } = options;
  const steps = new Map(withOwn(options));
  checkDeployment(deployment, tiers);
  const values = new Map([['run', run]]);
  if (deployment.from !== undefined) values.set('from', deployment.from);
  const pace = new Pace((milliseconds) => {
    if (milliseconds >= longWait) options.onWait?.(milliseconds);
    return wait(milliseconds);
  });
  const left: Record<string, number> = {};
  const count = (kind: string | undefined, by: number) => {
    if (kind !== undefined) left[kind] = (left[kind] ?? 0) + by;
  };
  const answers: Partial<Record<StepName, Answer>> = {};
  const missing: Partial<Record<StepName, string>> = {};
  /** The lists that the run made, with how many contacts it made in them. */
  const made = new Map<string, number>();
  const forget = (list: string) => {
    count('contact lists', -1);
    count('contacts', -(made.get(list) ?? 0));
    made.delete(list);
  };
  let stopped: string | undefined;
  for (const [name, request] of steps) {
    const obstacle = tiers.includes(request.tier)
      ? (stopped ?? lacking(request, values))
      : notChosen(request.tier);
    if (obstacle !== undefined) {
      missing[name] = obstacle;
      continue;
    }
    options.onRequest?.(name, request);
    if (request.pause !== undefined) await pace.pause(request.pause);
    const answer = await answerTo(deployment, request, values, pace);
    if (typeof answer === 'string') {
      if (name === first) throw new NoAnswerError(`The deployment cannot be asked: ${answer}.`);
      missing[name] = answer;
      continue;
    }
    if (name === first && answer.status === 404) {
      throw new NoAnswerError(
        `The deployment cannot be asked: ${request.method} ${request.path} was answered with 404. Is the base URL right? It must end before /api/v1.`,
      );
    }
    if (name === first && !isObject(answer.json)) {
      throw new NoAnswerError(
        `The deployment cannot be asked: ${request.method} ${request.path} was answered with ${answer.status} and no JSON object. Is the base URL right?`,
      );
    }
    if (name === first) await options.onReached?.();
    answers[name] = answer;
    for (const [value, read] of Object.entries((succeeded(answer) && request.gives) || {})) {
      const found = read(answer);
      if (found !== undefined) values.set(value, found);
    }
    stopped = request.stopsIf?.(answer);
    const operation = operationOf(request);
    if (operation === undefined || !succeeded(answer)) continue;
    count(leaves[operation], 1);
    const id = idOf(answer);
    if (id !== undefined && operation === 'createContactList') made.set(id, 0);
    const [list = ''] = request.path
      .split('/')
      .slice(4, 5)
      .map((part) => fill(part, values));
    if (operation === 'createContact') made.set(list, (made.get(list) ?? 0) + 1);
    if (operation === 'deleteContact') {
      count('contacts', -1);
      made.set(list, (made.get(list) ?? 0) - 1);
    }
    if (operation === 'deleteContactList') forget(list);
  }
  // Contacts go with their list.
  for (const id of made.keys()) {
    const answer = await answerTo(deployment, deleteList, new Map([['id', id]]), pace);
    if (typeof answer === 'string' || !succeeded(answer)) break;
    forget(id);
  }
  return {
    answers,
    missing,
    stopped,
    values,
    left: Object.fromEntries(Object.entries(left).filter(([, some]) => some > 0)),
    again: async (name) => {
      const request = steps.get(name);
      if (request === undefined) return undefined;
      options.onRequest?.(name, request);
      const answer = await answerTo(deployment, request, values, pace);
      return typeof answer === 'string' ? undefined : answer;
    },
  };
}

/** The value without which a request cannot be sent, if it lacks one. */
function lacking(
  { path, json, needs }: ProbeRequest,
  values: ReadonlyMap<string, string>,
): string | undefined {
  const names = [...namesIn([path, json]), ...(needs === undefined ? [] : [needs])];
  const name = names.find((one) => !values.has(one));
  return name === undefined ? undefined : (withoutValue[name] ?? `there is no ${name}`);
}

/** The response to a request, or the reason why it says nothing about the API. No reason has ids, presigned URLs or texts of the deployment. */
async function answerTo(
  deployment: Deployment,
  request: ProbeRequest,
  values: Values,
  pace: Pace,
): Promise<Answer | string> {
  const { method, path, until, expects = [] } = request;
  const sent = filled(request, values);
  try {
    const answer = await (until === undefined
      ? sendPaced(deployment, sent, pace)
      : sendBurst(deployment, sent));
    const { status } = answer;
    const says = (status < 300 || (status >= 400 && status < 500)) && ![401, 403, 429].includes(status);
    const expected = expects.includes(status) && (status !== 403 || isErrorCode(codeOf(answer) ?? ''));
    if (says || expected) return answer;
    const redirect = redirectOf(answer, deployment, request, sent);
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
function filled(request: ProbeRequest, values: Values): ProbeRequest {
  const path = request.path.startsWith('/')
    ? fill(request.path, values, encodeURIComponent)
    : fill(request.path, values);
  return { ...request, path, ...(request.json !== undefined && { json: fill(request.json, values) }) };
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
