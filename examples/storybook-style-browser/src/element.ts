/** The first element of the page that a selector finds, of the type that it must have. */
export function element<E extends Element>(selector: string, type: new () => E): E {
  const found = document.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`The page has no ${type.name} at ${selector}`);
  return found;
}
