import type {
  AccountView,
  AttachmentView,
  ClockView,
  CreditEntryView,
  FaultRule,
  MessageView,
  RequestView,
  SuppressionView,
  TemplateView,
  VerificationOutcomeView,
  WireOptions,
} from '@mailrig/sandbox';
import type * as page from '@mailrig/inspector/answers';
import type { Decision } from '@mailrig/contract';
import { expectTypeOf, test } from 'vitest';
import type { ContactsView } from '../../src/control/contacts.ts';
import type { VerificationsView } from '../../src/control/verifications.ts';

test('what the page reads is what the control plane answers', () => {
  expectTypeOf<MessageView>().toExtend<page.Message>();
  expectTypeOf<AttachmentView>().toExtend<page.Attachment>();
  expectTypeOf<RequestView>().toExtend<page.JournalEntry>();
  expectTypeOf<ClockView>().toExtend<page.Clock>();
  expectTypeOf<AccountView>().toExtend<page.Account>();
  expectTypeOf<CreditEntryView>().toExtend<page.CreditEntry>();
  expectTypeOf<TemplateView>().toExtend<page.Template>();
  expectTypeOf<SuppressionView>().toExtend<page.Suppression>();
  expectTypeOf<ContactsView>().toExtend<page.Contacts>();
  expectTypeOf<VerificationOutcomeView>().toExtend<page.ForcedResult>();
  expectTypeOf<VerificationsView>().toExtend<page.Verifications>();
  expectTypeOf<FaultRule>().toExtend<page.Fault>();
  expectTypeOf<WireOptions>().toExtend<page.Wire>();
  expectTypeOf<Decision>().toExtend<page.Decision>();
});
