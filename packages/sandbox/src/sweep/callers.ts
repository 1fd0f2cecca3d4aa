import { node } from './process.ts';
import type { Tracing } from './waiting.ts';

interface Origin {
  /** Becomes text when it is read, which is slow. */
  readonly stack: { readonly stack?: string | undefined };
  readonly cause: number | undefined;
}

const unknownOrigin: Origin = { stack: {}, cause: undefined };
/** How many pieces of work a request is followed back through, and how many calls of the stack are stored for each. */
const mostSteps = 1_000;
const mostFrames = 40;

/** Finds the lines of the user's code that run now, through promises, timers and events. This is slow. */
export function watchCallers(): Tracing & { end(): void } {
  const origins = new Map<number, Origin>();
  const hooks = node?.getBuiltinModule?.('node:async_hooks');
  const hook = hooks?.createHook({
    init(id, type) {
      // What arrives on a socket of a server was not begun by the code that started the server.
      const isServer = type.endsWith('SERVERWRAP');
      origins.set(id, isServer ? unknownOrigin : { stack: stackHere(), cause: hooks.executionAsyncId() });
    },
  });
  hook?.enable();
  return {
    linesOfUser() {
      let lines = userLinesIn(stackHere());
      let id = hooks?.executionAsyncId();
      // Stops at the first stack with lines of the user: code that ran earlier did not call this.
      for (let steps = 0; id !== undefined && steps < mostSteps && lines.length === 0; steps += 1) {
        const origin = origins.get(id);
        if (origin) lines = userLinesIn(origin.stack);
        id = origin?.cause;
      }
      return lines;
    },
    end: () => hook?.disable(),
  };
}

function stackHere(): Origin['stack'] {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = mostFrames;
  const holder: { stack?: string } = {};
  Error.captureStackTrace?.(holder, stackHere);
  Error.stackTraceLimit = stackTraceLimit;
  return holder;
}

/** The lines outside of packages and of the runtime, from the folder of the process: `src/buy.ts:22`. */
function userLinesIn({ stack = '' }: Origin['stack']): string[] {
  return stack.split('\n').flatMap((frame) => {
    const [, file, line] =
      /(?:\(|at (?:async )?)((?:file:\/\/|[A-Za-z]:[\\/]|\/)[^()]*?):(\d+):\d+\)?$/.exec(frame) ?? [];
    if (file === undefined || line === undefined) return [];
    const path = file.startsWith('file:') ? decodeURIComponent(new URL(file).pathname) : file;
    if (isOfPackage(path)) return [];
    const folder = `${node?.cwd?.() ?? ''}/`;
    return [`${path.startsWith(folder) ? path.slice(folder.length) : path}:${line}`];
  });
}

/** The folder of our packages in a checkout; `undefined` if they are installed. CommonJS has no `import.meta`. */
const home = /(\/[^/\s].*?\/)sandbox\/src\/sweep\//.exec(stackHere().stack ?? '')?.[1];

function isOfPackage(path: string): boolean {
  if (path.includes('/node_modules/')) return true;
  return home !== undefined && path.startsWith(home) && /^[^/]+\/(src|dist)\//.test(path.slice(home.length));
}
