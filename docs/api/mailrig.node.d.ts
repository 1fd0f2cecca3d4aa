// Public API of mailrig/node. Generated: do not edit.

import type { Journal } from 'mailrig';

export declare function fileJournal(path: string): Journal;

export { Journal } from 'mailrig';
