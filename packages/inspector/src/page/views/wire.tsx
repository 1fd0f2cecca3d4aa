import type { Decision, Wire as Options } from '../answers.ts';
import { Prose } from '../parts/prose.tsx';
import { Choice } from '../parts/form.tsx';
import { Problem } from '../parts/problem.tsx';
import { Table } from '../parts/table.tsx';
import { hrefOf } from '../route.ts';
import { useAction, useAnswer } from '../sandbox.ts';

const presets = [
  ['examples', 'The example responses of the API’s document; the default.'],
  ['reference', 'Its field tables, where they say something else.'],
  ['sparse', 'The least that it promises.'],
] as const;

/** The shapes of the answers in force. */
export function Wire() {
  const wire = useAnswer<Options>('/wire');
  const ledger = useAnswer<{ readonly decisions: readonly Decision[] }>('/decisions');
  const act = useAction();
  const choose = (body: object, done: string) => void act('/wire', { method: 'PUT', body, done });
  const rows = Object.entries(wire.answer ?? {}).map(([option, value]) => ({
    option,
    value,
    decision: ledger.answer?.decisions.find((row) => row.wire?.option === option),
  }));
  return (
    <>
      <div class="head">
        <h1>Wire</h1>
      </div>
      <p class="lead">
        Where the API’s document allows two answers, an option chooses one. A client should read both.
      </p>
      <div class="presets" role="group" aria-label="Presets">
        {presets.map(([preset, meaning]) => (
          <button
            key={preset}
            type="button"
            class="preset"
            onClick={() => choose({ preset }, `Preset ${preset} is in force`)}
          >
            <strong>{preset}</strong>
            <span>{meaning}</span>
          </button>
        ))}
      </div>
      <Problem text={wire.problem} />
      <Table columns={['Option', 'Value', 'About']}>
        {rows.map(({ option, value, decision }) => {
          const values = decision?.wire?.values ?? [value];
          return (
            <tr key={option} class={value === values[0] ? '' : 'changed'}>
              <td class="mono nowrap">{option}</td>
              <td>
                <Choice
                  label={option}
                  value={value}
                  options={values.includes(value) ? values : [value, ...values]}
                  onChange={(wanted) =>
                    choose({ ...wire.answer, [option]: wanted }, `${option} is ${wanted}`)
                  }
                />
              </td>
              <td>
                {decision && (
                  <>
                    <a href={hrefOf('decisions', decision.id)}>{decision.id}</a>{' '}
                    <Prose text={decision.title} />
                  </>
                )}
              </td>
            </tr>
          );
        })}
      </Table>
    </>
  );
}
