import { type SandboxServer, serve } from '../mounts/node.ts';
import type { Sandbox } from '../control/sandbox.ts';
import { printActivity } from './activity.ts';
import { type Announcement, announcementOf, forPeople, networkWarning, welcomeText } from './announce.ts';
import { openBrowser } from './browser.ts';
import type { ServeSettings } from './options.ts';
import { isRead } from './output.ts';
import { sandboxFor } from './sandbox-for.ts';
import { shellOf } from './shell.ts';
import { stopOf } from './stop.ts';
import { codeOf, CommandError } from './errors.ts';

/** A command whose sandbox is ready for requests. */
export interface ReadyCommand {
  /** The addresses and keys of the sandbox. */
  readonly announcement: Announcement;
  /** Token of the control plane, if `--control-token` set one. */
  readonly controlToken: string | undefined;
  /** Whether `--json` is set: stdout must hold nothing but that line. */
  readonly json: boolean;
  /** Whether `--quiet` is set. */
  readonly quiet: boolean;
}

/** Hooks for a program that runs the command. */
export interface CommandHooks {
  /** Runs when the sandbox is ready, before its address is printed. If it fails, the command exits with 1. */
  readonly ready?: (command: ReadyCommand) => Promise<void>;
}

/** Serves a sandbox until SIGINT, SIGTERM or SIGHUP, or until the wrapper that started it has ended. */
export async function serveUntilStopped(
  settings: ServeSettings,
  { ready }: CommandHooks,
  sandbox?: Sandbox,
): Promise<void> {
  const server = await listen(settings, sandbox ?? (await sandboxFor(settings)));
  const { requested, cancel } = stopOf(settings);
  try {
    await Promise.race([requested, announced(server, settings, ready)]);
    await requested;
  } finally {
    cancel();
    await server.close();
  }
}

async function announced(
  server: SandboxServer,
  settings: ServeSettings,
  ready: CommandHooks['ready'],
): Promise<void> {
  const { json, text, quiet, open, 'control-token': controlToken, 'no-inspector': noInspector } = settings;
  const announcement = announcementOf(server, !noInspector);
  await ready?.({ announcement, controlToken, json, quiet });
  const warning = networkWarning(server, settings);
  if (warning !== undefined) console.error(warning);
  const isForPeople = !json && isRead(text);
  if (json || !(isForPeople || quiet)) console.log(JSON.stringify(announcement));
  if (open && announcement.inspectorUrl !== undefined) openBrowser(announcement.inspectorUrl);
  if (json || quiet) return;
  const shown = forPeople(announcement, server.sandbox.publicUrl);
  if (isForPeople) console.log(`${welcomeText(shown, shellOf(process.platform, process.env))}\n`);
  printActivity(server.sandbox, shown, settings);
}

async function listen(settings: ServeSettings, sandbox: Sandbox): Promise<SandboxServer> {
  const { port, host, state, cors, 'allow-host': allowHosts } = settings;
  try {
    return await serve({
      sandbox,
      ...(state !== undefined && { state }),
      port,
      hostname: host,
      inspector: !settings['no-inspector'],
      cors,
      allowHosts,
    });
  } catch (error) {
    const problem = listenProblems[String(codeOf(error))];
    throw problem ? new CommandError(String(codeOf(error)), problem(settings)) : error;
  }
}

/** System errors explained to the user of the command. */
const listenProblems: Readonly<Record<string, (settings: ServeSettings) => string>> = {
  EADDRINUSE: ({ port, host }) =>
    `Port ${port} of ${host} is taken, perhaps by another sandbox; choose one with --port, 0 for any free one`,
  EACCES: ({ port }) => `Port ${port} needs more rights; choose another with --port`,
  EADDRNOTAVAIL: ({ host }) => `--host must be an address of this machine, which ${host} is not`,
  ENOTFOUND: ({ host }) => `--host must be an address of this machine, and ${host} is not known`,
  EAI_AGAIN: ({ host }) => `--host must be an address of this machine, and ${host} is not known`,
};
