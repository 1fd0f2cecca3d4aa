import {
  clearRequests,
  listRequests,
  type RequestFilter,
  type RequestView,
  watchRequests,
} from '../control/requests.ts';
import { invoke } from '../control/verb.ts';
import { ScopedControls } from './scoped.ts';

/**
 * The journal of the requests that reached the API, with keys redacted: of the whole sandbox, or
 * under `sandbox.account(…)` of one account.
 */
export class RequestControls extends ScopedControls {
  /** The requests that match, newest first. */
  list(filter: RequestFilter = {}): readonly RequestView[] {
    return invoke(listRequests, this.scope, filter).requests;
  }

  /** How many of the requests in the journal match. */
  count(filter: RequestFilter = {}): number {
    return invoke(listRequests, this.scope, { ...filter, limit: 0 }).total;
  }

  /** The newest request that matches. */
  last(filter: RequestFilter = {}): RequestView | undefined {
    return this.list({ ...filter, limit: 1 })[0];
  }

  /**
   * Calls `listener` with every further request once it was answered, until the returned function is
   * called. A listener that throws makes that request fail.
   */
  subscribe(listener: (request: RequestView) => void): () => void {
    return watchRequests(this.scope, listener);
  }

  /** Empties the journal. */
  clear(): void {
    invoke(clearRequests, this.scope, {});
  }
}
