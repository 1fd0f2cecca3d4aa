import type { Given } from '../control-plane.ts';
import { hrefOf, model } from '../model.ts';
import { Select } from '../parts/form.tsx';
import { Head, TextWithCode } from '../parts/head.tsx';
import { Problem } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { useResponse } from '../reads.ts';

const presets = [
  ['examples', 'Matches the example responses of the documentation. The default.'],
  ['reference', 'Matches the field tables of the documentation.'],
  ['sparse', 'Sends only what the documentation guarantees.'],
  ['client-js', 'Sends what the published JavaScript client reads.'],
  ['client-go', 'Sends what the published Go client reads.'],
  ['client-python', 'Sends what the published Python client reads.'],
  ['client-rust', 'Sends what the published Rust client reads.'],
  ['client-java', 'Sends what the published Java client reads.'],
  ['client-php', 'Sends what the published PHP client reads.'],
] as const;

/** The wire options, which choose the shapes of responses. */
export function Wire() {
  const wire = useResponse('getWire');
  const ledger = useResponse('getDecisions');
  const choose = (given: Given<'setWire'>, done: string) => void model.act('setWire', given, { done });
  const options = Object.entries<string>({ ...wire.response });
  return (
    <>
      <Head
        title="Wire options"
        lead="Some responses have more than one documented shape. Choose which one the sandbox sends. A client should accept them all."
      />
      <div class="tiles" role="group" aria-label="Presets">
        {presets.map(([preset, meaning]) => (
          <button
            key={preset}
            type="button"
            class="preset column"
            onClick={() => choose({ preset }, `Preset ${preset} applied`)}
          >
            <strong>{preset}</strong>
            <span class="muted">{meaning}</span>
          </button>
        ))}
      </div>
      <Problem text={wire.problem} />
      <Table
        columns={[['Option', 'mono nowrap'], 'Value', 'Decision']}
        rows={options.map(([option, value]) => {
          const decision = ledger.response?.decisions.find((row) => row.wire?.option === option);
          return { option, value, decision, values: decision?.wire?.values ?? [value] };
        })}
        keyOf={({ option }) => option}
        lookOf={({ value, values }) => (value === values[0] ? '' : 'changed')}
      >
        {({ option, value, decision, values }) => [
          option,
          <Select
            label={option}
            value={value}
            options={values.includes(value) ? values : [value, ...values]}
            onChange={(wanted) =>
              choose({ ...wire.response, [option]: wanted }, `${option} set to ${wanted}`)
            }
          />,
          decision && (
            <>
              <a href={hrefOf('decisions', decision.id)}>{decision.id}</a>{' '}
              <TextWithCode text={decision.title} />
            </>
          ),
        ]}
      </Table>
    </>
  );
}
