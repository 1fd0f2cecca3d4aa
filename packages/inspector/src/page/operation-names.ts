import { useEffect, useState } from 'preact/hooks';
import { call } from './control-plane.ts';
import { useSandbox } from './sandbox-context.ts';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

/** Names of the API's operations, from the sandbox's OpenAPI document. Empty until it has loaded. */
export function useOperationNames(): readonly string[] {
  const { caller } = useSandbox();
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    call<Document>(caller, '/openapi.json').then(
      ({ paths }) =>
        setNames(
          Object.values(paths).flatMap((methods) =>
            Object.values(methods).flatMap(({ operationId }) => operationId ?? []),
          ),
        ),
      // Without names the menus offer only “all operations”.
      () => {},
    );
  }, [caller]);
  return names;
}
