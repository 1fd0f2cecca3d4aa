import { callSandbox } from '../control/calling.ts';
import { messageOf } from '../control/control-error.ts';
import { addressOf } from './address.ts';
import { CommandError } from './errors.ts';
import { UsageError } from './parse.ts';

/** The options that locate a running sandbox. */
interface SandboxAddress {
  readonly host: string;
  readonly port: number;
  readonly url: string | undefined;
}

/** The URL of a running sandbox, without a slash at its end. Throws a `UsageError` if the port is 0. */
export function urlOf(command: string, { host, port, url }: SandboxAddress): string {
  if (url === undefined && port === 0) {
    throw new UsageError(
      `${command} needs --port or --url: with port 0, the sandbox has chosen a port itself`,
    );
  }
  return (url ?? addressOf(host, port)).replace(/\/$/, '');
}

/** Reads from the control plane of a sandbox. Throws a `CommandError` with the code `NO_SANDBOX` if nothing responds. */
export function ask(url: string, path: string, controlToken?: string): Promise<Response> {
  return callSandbox({ url, controlToken }, path).catch((error: unknown) => {
    throw new CommandError('NO_SANDBOX', messageOf(error));
  });
}

/** The error in a response of the control plane, or its status if the response is another program's. */
export async function refusalIn(response: Response): Promise<CommandError> {
  const text = await response.text();
  const [, code = 'FAILED'] = /"code":\s*"([^"]*)"/.exec(text) ?? [];
  const [, message = `"status ${response.status}"`] = /"message":\s*("(?:[^"\\]|\\.)*")/.exec(text) ?? [];
  return new CommandError(code, String(JSON.parse(message)));
}
