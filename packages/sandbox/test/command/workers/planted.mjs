// Runs a planted program of the sweep's tests as a process of its own: `planted.mjs crashes/send-then-mark`. The
// state that its setup makes is in the file STATE, which has each change at once.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { argv, env } from 'node:process';

const { program } = await import(new URL(`../../sweep/${argv[2]}.ts`, import.meta.url).href);
const { setup, tasks } = program.scenario;

const isPlain = (value) => [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value ?? 0));

/** A value that writes the file whenever a part of it changes. */
function kept(value) {
  if (!isPlain(value)) return value;
  return new Proxy(value, {
    get: (target, name) => kept(target[name]),
    set: (target, name, next) => {
      target[name] = next;
      save();
      return true;
    },
  });
}

// A database has its own file.
const made = existsSync(env.STATE) ? JSON.parse(readFileSync(env.STATE, 'utf8')) : await setup();
const save = () => writeFileSync(env.STATE, JSON.stringify(made));
if (isPlain(made) || typeof made === 'string') save();

const { lists } = await (await fetch(`${env.MAILRIG_BASE_URL}/_sandbox/contact-lists`)).json();
const fork = {
  baseUrl: env.MAILRIG_BASE_URL,
  liveApiKey: env.MAILRIG_API_KEY,
  fetch,
  contactLists: { list: () => lists },
};
await Promise.all(Object.values(tasks).map((task) => task(fork, kept(made))));
