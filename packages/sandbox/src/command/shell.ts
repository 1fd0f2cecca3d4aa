import { curlCommand, shellWord } from '@mailrig/contract/checking';

/** A kind of shell, by how it sets variables and quotes text. */
export type Shell = 'sh' | 'cmd' | 'powershell';

/** A request to the API, for a line to paste. */
export interface PastedRequest {
  readonly url: string;
  readonly key: string;
  readonly body: object;
}

/**
 * The shell from which a program was probably started. On Windows, Git Bash and its like set `SHELL` or `MSYSTEM`, and
 * PowerShell adds the modules of the user to `PSModulePath`, which the system sets for all programs.
 */
export function shellOf(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): Shell {
  if (platform !== 'win32' || environment['MSYSTEM'] || environment['SHELL']) return 'sh';
  const modules = environment['PSModulePath']?.split(';') ?? [];
  return modules.some(isOfUser) ? 'powershell' : 'cmd';
}

/** Whether a folder of PowerShell's modules belongs to a user. */
function isOfUser(folder: string): boolean {
  return /\\(Windows)?PowerShell\\Modules\\?$/i.test(folder) && !/\\Program Files( \(x86\))?\\/i.test(folder);
}

/** How each shell sets variables and sends a request, as lines to paste. */
const syntaxes: Readonly<
  Record<
    Shell,
    {
      readonly variables: (variables: readonly (readonly [name: string, value: string])[]) => string;
      readonly request: (request: PastedRequest) => string;
    }
  >
> = {
  sh: {
    variables: (variables) =>
      `export ${variables.map(([name, value]) => `${name}=${shellWord(value)}`).join(' ')}`,
    request: ({ url, key, body }) =>
      curlCommand({
        method: 'POST',
        url,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
  },
  cmd: {
    variables: (variables) => variables.map(([name, value]) => `set "${name}=${value}"`).join('\n'),
    request: ({ url, key, body }) =>
      [
        `curl ${url}`,
        `-H "Authorization: Bearer ${key}"`,
        `-H "Content-Type: application/json"`,
        `-d "${JSON.stringify(body).replaceAll('"', '\\"')}"`,
      ].join(' '),
  },
  powershell: {
    variables: (variables) => variables.map(([name, value]) => `$env:${name} = ${quoted(value)}`).join('\n'),
    // Its curl is an alias for another program in some versions, and they differ in how they quote.
    request: ({ url, key, body }) =>
      [
        `Invoke-RestMethod ${quoted(url)} -Method Post`,
        `-Headers @{ Authorization = ${quoted(`Bearer ${key}`)} }`,
        `-ContentType 'application/json'`,
        `-Body ${quoted(JSON.stringify(body))}`,
      ].join(' '),
  },
};

/** Lines that set environment variables in a shell. */
export function variableLines(shell: Shell, variables: Readonly<Record<string, string>>): string {
  return syntaxes[shell].variables(Object.entries(variables));
}

/** A line that posts JSON with an API key. */
export function requestCommand(shell: Shell, request: PastedRequest): string {
  return syntaxes[shell].request(request);
}

/** A text in single quotes, for PowerShell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
