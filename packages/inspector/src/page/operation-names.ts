import { useEffect, useState } from 'preact/hooks';
import { call } from './call.ts';
import { useSandbox } from './sandbox.ts';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

/** The names of the operations, from the OpenAPI document of the sandbox; none until it is read. */
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
      // Without names, the lists offer all operations only.
      () => {},
    );
  }, [caller]);
  return names;
}
