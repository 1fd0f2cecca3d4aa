import type { Item, Page } from '../endpoints/page.ts';

/** A part of a list: `limit` items from position `(page - 1) * limit` on. */
export interface PageWindow {
  readonly page: number;
  readonly limit: number;
}

/** Most items per request (R39). */
const mostItems = 100;

/**
 * Every item of a list, each once and in the order of the list, although the list may change meanwhile.
 *
 * Pages are cut by position: when an item leaves the list, all later ones move forward, and a new item moves
 * them back. So each request overlaps the items that were read before. If it does not begin with one of
 * those, items have left the list, and the next request reads an earlier page.
 *
 * @param read Reads a part of the list.
 * @param first Position of the first item to read.
 * @param warn Gets the reason if the list cannot be read as a whole.
 */
export async function* everyItem<T extends Item>(
  read: (window: PageWindow) => Promise<Page<T>>,
  first: number,
  warn: (message: string) => unknown = () => undefined,
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>();
  let position = first;
  let size = mostItems;
  let back = mostItems;
  let most = 0;
  for (;;) {
    const window = windowAt(position, first, size);
    const { items, page, limit, total } = await read(window);
    // A service may return fewer items than a request asks for.
    if (limit > 0 && limit < window.limit) size = limit;
    most = Math.max(most, total - first);
    const start = (page - 1) * limit;
    const overlaps =
      start <= first || start === position || (items[0] !== undefined && seen.has(items[0].id));
    if (!overlaps) {
      position = Math.max(first, Math.min(position - back, total));
      back *= 2;
      continue;
    }
    for (const item of items.slice(Math.max(0, first - start))) {
      if (seen.has(item.id)) continue;
      // Items that left the list make it shorter. If it is not, these are the same ones again.
      if (seen.size >= most && total - first >= most) {
        await warn(
          `stopped after ${most} items, as many as the list has, because their ids change in each response`,
        );
        return;
      }
      seen.add(item.id);
      yield item;
    }
    const end = start + items.length;
    // Ends the loop if the service repeats a page.
    if (end >= total || end <= position) return;
    position = end;
    back = mostItems;
  }
}

/**
 * The part of a list that has the item before `position` and as many as possible after it, `most` in all. With a small
 * `most` there may be no such part; then it begins at `position`.
 */
function windowAt(position: number, first: number, most: number): PageWindow {
  const from = Math.max(first, position - 1);
  let best: PageWindow = { page: 1, limit: 1 };
  for (let limit = most; limit > 0; limit -= 1) {
    const page = Math.floor(from / limit) + 1;
    if (page * limit > best.page * best.limit) best = { page, limit };
  }
  return best.page * best.limit > position ? best : { page: position / most + 1, limit: most };
}
