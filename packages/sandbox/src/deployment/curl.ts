import { curlCommand } from '@mailrig/contract/checking';
import type { Deployment } from './deployment.ts';
import { fill, type Values } from './fill.ts';
import type { StepRequest } from './step.ts';

const longest = 500;
const key = 'Authorization: Bearer $MAILRIG_API_KEY';

/** The request as a command, with the key as a variable of the shell. */
export function curlOf({ baseUrl }: Deployment, request: StepRequest, values: Values): string {
  const { method, path, auth, json, text } = request;
  const known = new Map([...values].filter(([name]) => !name.endsWith('Url')));
  const [body, type] =
    json === undefined ? (text ?? []) : [JSON.stringify(fill(json, known)), 'application/json'];
  const command = curlCommand({
    method,
    url: path.startsWith('/') ? baseUrl + fill(path, known, encodeURIComponent) : path,
    headers: {
      ...(auth === undefined && { Authorization: 'Bearer $MAILRIG_API_KEY' }),
      ...(type !== undefined && { 'Content-Type': type }),
    },
    body: body !== undefined && body.length > longest ? `${body.slice(0, longest)}…` : body,
  });
  // The shell replaces variables in double quotes only.
  return command.replace(`'${key}'`, () => `"${key}"`);
}
