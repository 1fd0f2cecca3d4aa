import { useEffect, useRef, useState } from 'preact/hooks';

/** Whether a list was shown before, so that a row that comes now has just arrived. */
export function useArrivals(isShown: boolean): { readonly current: boolean } {
  const arrivals = useRef(false);
  useEffect(() => {
    if (isShown) arrivals.current = true;
  }, [isShown]);
  return arrivals;
}

/** What was true when the row was shown first. */
export function useIsNew(isNew: boolean): boolean {
  return useState(isNew)[0];
}
