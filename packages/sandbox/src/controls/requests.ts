import { clearRequests, listRequests, type RequestFilter, type RequestView } from '../control/requests.ts';
import { invoke } from '../control/verb.ts';
import { ScopedControls } from './scoped.ts';

/** The journal of the requests that reached the API; keys are redacted. */
export class RequestControls extends ScopedControls {
  /** The requests that match, newest first. */
  list(filter: RequestFilter = {}): readonly RequestView[] {
    return invoke(listRequests, this.scope, filter).requests;
  }

  count(filter: RequestFilter = {}): number {
    return invoke(listRequests, this.scope, filter).total;
  }

  /** The newest request that matches. */
  last(filter: RequestFilter = {}): RequestView | undefined {
    return this.list({ ...filter, limit: 1 })[0];
  }

  clear(): void {
    invoke(clearRequests, this.scope, {});
  }
}
