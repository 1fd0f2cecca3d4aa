// Starts the program in its arguments in a process of its own, and waits for it.
import { spawn } from 'node:child_process';
import { argv, execPath, exit } from 'node:process';

const child = spawn(execPath, argv.slice(2), { stdio: 'inherit' });
child.once('exit', (code) => exit(code ?? 1));
