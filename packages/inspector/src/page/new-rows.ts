import { useEffect, useRef, useState } from 'preact/hooks';

/** Whether the list was shown before. If so, a row that appears now has just arrived. */
export function useListWasShown(isShown: boolean): { readonly current: boolean } {
  const wasShown = useRef(false);
  useEffect(() => {
    if (isShown) wasShown.current = true;
  }, [isShown]);
  return wasShown;
}

/** Whether the row was new when it first appeared; later renders do not change it. */
export function useIsNewRow(isNew: boolean): boolean {
  return useState(isNew)[0];
}
