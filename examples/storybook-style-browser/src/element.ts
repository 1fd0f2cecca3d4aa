/** Finds an element on the page and checks its type. */
export function element<E extends Element>(selector: string, type: new () => E): E {
  const found = document.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`The page has no ${type.name} at ${selector}`);
  return found;
}
