/** What the control plane answers with, by the sandbox's table of verbs. */
import type { EventView } from '../../control/events/events.ts';
import type { PageView } from '../../control/list-verbs/list.ts';
import type { AnswerOf, controlVerbs } from '../../control/verbs.ts';

export type { FailedTest } from '../../control/sandbox/recording.ts';
export type { LaneCall, Schedule } from '../../sweep/lanes.ts';
export type { SweepBroken } from '../../sweep/report.ts';
export type { AnswerOf, EventView as SandboxEvent, PageView };

/** The name of a verb of the control plane. */
export type VerbName = keyof typeof controlVerbs;

/** What a verb takes. */
export type InputOf<Name extends VerbName> = Parameters<(typeof controlVerbs)[Name]['run']>[1];

export type Account = AnswerOf<'listAccounts'>['accounts'][number];
export type Clock = AnswerOf<'getClock'>;
export type Contact = AnswerOf<'getContact'>;
export type Decision = AnswerOf<'getDecisions'>['decisions'][number];
export type Fault = AnswerOf<'listFaults'>['faults'][number];
export type Finding = AnswerOf<'checkMessage'>['findings'][number];
export type JournalEntry = AnswerOf<'getRequest'>;
export type Message = AnswerOf<'getMessage'>;
export type Summary = AnswerOf<'getSummary'>;
export type Template = AnswerOf<'listTemplates'>['templates'][number];
