import type { Deployment } from './deployment.ts';
import { fill, type Values } from './fill.ts';
import type { ProbeRequest } from './step.ts';

const longest = 500;

/** The request as a command, with the key as a variable of the shell. */
export function curlOf({ baseUrl }: Deployment, request: ProbeRequest, values: Values): string {
  const { method, path, auth, json, text } = request;
  const known = new Map([...values].filter(([name]) => name !== 'uploadUrl'));
  const body = json === undefined ? text?.[0] : JSON.stringify(fill(json, known));
  const type = json === undefined ? text?.[1] : 'application/json';
  const url = path.startsWith('/') ? baseUrl + fill(path, known, encodeURIComponent) : path;
  return [
    `curl -X ${method} ${quoted(url)}`,
    ...(auth === undefined ? ['-H "Authorization: Bearer $MAILRIG_API_KEY"'] : []),
    ...(type === undefined ? [] : [`-H ${quoted(`Content-Type: ${type}`)}`]),
    ...(body === undefined
      ? []
      : [`--data ${quoted(body.length > longest ? `${body.slice(0, longest)}…` : body)}`]),
  ].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
