import { request } from './control-plane.ts';
import { useRead } from './sandbox-context.ts';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

/** Names of the API's operations, from the sandbox's OpenAPI document. Empty until it has loaded. */
export function useOperationNames(): readonly string[] {
  const { answer } = useRead(
    async (caller) => (await request(caller, 'getOpenApi')).json() as Promise<Document>,
    [],
  );
  const rows = Object.values(answer?.paths ?? {}).flatMap((methods) => Object.values(methods));
  return rows.flatMap(({ operationId }) => operationId ?? []);
}
