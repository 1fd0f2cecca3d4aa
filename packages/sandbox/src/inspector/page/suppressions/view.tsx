import { suppressionReasons } from '@mailrig/contract';
import type { Nothing } from '@mailrig/contract/checking';
import { counted, dateAndTime } from '../format.ts';
import { hrefOf, model } from '../model.ts';
import { Badge } from '../parts/badge.tsx';
import { Action } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Form, ParamSearch, Submit } from '../parts/form.tsx';
import { Head } from '../parts/head.tsx';
import { RowTable } from '../parts/table.tsx';
import { useRowPages } from '../row-pages.ts';

/** Addresses that the account cannot send to. */
export function Suppressions() {
  const { q = '' } = model.route.params;
  const pages = useRowPages('listSuppressions', { q });
  return (
    <>
      <Head
        title="Suppressions"
        lead="The account cannot send to these addresses. A send to any of them is refused."
      >
        <ParamSearch label="Search suppressions" />
      </Head>
      <Form
        class="card inline row"
        onSubmit={(fields) => model.act('addSuppression', fields, { done: 'Address suppressed' })}
      >
        <Field label="Address" name="email" placeholder="gone@example.org" required />
        <Field label="Reason" name="reason" value="manual" options={suppressionReasons} />
        <Submit label="Suppress" />
      </Form>
      <RowTable
        pages={pages}
        columns={[
          ['Address', 'break'],
          'Reason',
          ['Since', 'mono nowrap'],
          ['Refused', 'nowrap'],
          ['Actions', 'end unnamed'],
        ]}
        empty={['No suppressed addresses', 'Add an address above, or suppress a contact through the API.']}
      >
        {({ email, reason, createdAt, refusedSends, ...rest }) => {
          rest satisfies Nothing;
          return [
            email,
            <Badge text={reason} />,
            dateAndTime(createdAt),
            refusedSends > 0 && (
              <a href={hrefOf('messages', undefined, { q: `status:refused to:${email}` })}>
                {counted(refusedSends, 'send')}
              </a>
            ),
            <Action
              label="Remove"
              aria-label={`Remove ${email}`}
              verb="removeSuppression"
              given={{ email }}
              done={`Mail can go to ${email} again`}
            />,
          ];
        }}
      </RowTable>
    </>
  );
}
