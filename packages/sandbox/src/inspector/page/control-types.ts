/** The responses of the control plane, by the sandbox's table of verbs. */
import type { EventView } from '../../control/events/events.ts';
import type { PageView } from '../../control/list-verbs/list.ts';
import type { ResponseOf, controlVerbs } from '../../control/verbs.ts';

export type { FailedTest } from '../../control/sandbox/recording.ts';
export type { TimelineCall, Schedule } from '../../sweep/timeline.ts';
export type { SweepBroken } from '../../sweep/report.ts';
export type { ResponseOf, EventView as SandboxEvent, PageView };

/** The name of a verb of the control plane. */
export type VerbName = keyof typeof controlVerbs;

/** What a verb takes. */
export type InputOf<Name extends VerbName> = Parameters<(typeof controlVerbs)[Name]['run']>[1];

export type Account = ResponseOf<'listAccounts'>['accounts'][number];
export type Clock = ResponseOf<'getClock'>;
export type Contact = ResponseOf<'getContact'>;
export type Fault = ResponseOf<'listFaults'>['faults'][number];
export type Finding = ResponseOf<'checkMessage'>['findings'][number];
export type LoggedRequest = ResponseOf<'getRequest'>;
export type Message = NonNullable<MessageStory['message']>;
export type MessageStory = ResponseOf<'getStory'>;
export type Summary = ResponseOf<'getSummary'>;
export type Template = ResponseOf<'listTemplates'>['templates'][number];
