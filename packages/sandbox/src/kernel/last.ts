/** A function that keeps what it gave last: its callers ask for the same again and again. */
export function keepingLast<K, V>(of: (key: K) => V): (key: K) => V {
  let last: { readonly key: K; readonly value: V } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, value: of(key) };
    return last.value;
  };
}
