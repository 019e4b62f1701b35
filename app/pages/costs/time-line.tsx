import { Form, href, Link } from 'react-router'
import { Badge, Button, Card, CardHeader, Scroller, SelectField, TextField } from '../../ui/index.ts'
import type { CostOutcome, TimeLineEntry, TimeLineModel } from './model.ts'
import { AskAgain, FormButtons, HiddenFields, Outcome, ReasonField, typedOf, useSeen } from './outcome.tsx'

interface TimeLineProps {
  readonly line: TimeLineModel
  readonly outcome: CostOutcome | undefined
}

const addForm = 'entry'
const removeForm = 'remove entry'

/** What a variant costs and has cost: every dated entry of it and its product, and a form for a further one. */
export function TimeLine({ line, outcome }: TimeLineProps) {
  const seen = useSeen(line.latest, outcome)
  const added = outcome?.form === addForm ? outcome : undefined
  return (
    <div className="grid grid-cols-1 gap-4 pt-4">
      <p>
        <Link
          className="rounded text-accent underline underline-offset-3"
          to={href('/shop/:domain/costs/goods', { domain: line.domain })}
        >
          All goods
        </Link>
      </p>
      <Card aria-labelledby="time-line">
        <CardHeader
          id="time-line"
          note={`${line.sku || 'No SKU'}. An order takes the latest entry of its day; then the nearer country, then the higher step.`}
          title={line.title}
        />
        <div className="grid grid-cols-1 gap-4 px-4 pt-3 pb-4 sm:px-5 sm:pb-5">
          {outcome?.form === removeForm && <Removal outcome={outcome} />}
          {line.entries.length === 0 ? (
            <p className="text-soft">Nothing is entered: what its supplier, category or the usual share says counts.</p>
          ) : (
            <Entries line={line} seen={seen} />
          )}
        </div>
      </Card>
      {line.mayEnter && (
        <Card aria-labelledby="further-cost">
          <CardHeader
            id="further-cost"
            note="For another day, country or number of pieces. The same once more replaces what was entered."
            title="Add a cost"
          />
          <EntryForm key={added?.kind === 'saved' ? added.seen : addForm} line={line} outcome={added} seen={seen} />
        </Card>
      )}
    </div>
  )
}

function Removal({ outcome }: { readonly outcome: CostOutcome }) {
  return outcome.kind === 'saved' ? <Outcome outcome={outcome} /> : <AskAgain again="Delete it" outcome={outcome} />
}

interface EntriesProps {
  readonly line: TimeLineModel
  readonly seen: string | null
}

function Entries({ line, seen }: EntriesProps) {
  const heads = ['Valid', 'Cost', 'For', 'Source', 'Note']
  return (
    <Scroller label={`Costs of ${line.title}`}>
      <table aria-label={`Costs of ${line.title}`} className="w-full text-[13px]">
        <thead>
          <tr className="border-line border-b text-faint">
            {heads.map((head) => (
              <th className="py-2 pe-3 text-start font-medium" key={head} scope="col">
                {head}
              </th>
            ))}
            {line.mayEnter && (
              <th className="py-2" scope="col">
                <span className="sr-only">Delete</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {line.entries.map((entry) => (
            <tr className="border-line border-b last:border-0" key={entry.id}>
              <th className="py-2 pe-3 text-start font-normal" scope="row">
                {entry.from} {entry.isNow && <Badge tone="good">Today</Badge>}
              </th>
              <td className="tabular py-2 pe-3">{entry.cost}</td>
              <td className="py-2 pe-3">{entry.scope}</td>
              <td className="py-2 pe-3 text-soft">{entry.source}</td>
              <td className="py-2 pe-3 text-soft">{entry.note}</td>
              {line.mayEnter && (
                <td className="py-2 text-end">{entry.mayDelete && <RemoveEntry entry={entry} seen={seen} />}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

function RemoveEntry({ entry, seen }: { readonly entry: TimeLineEntry; readonly seen: string | null }) {
  return (
    <Form method="post" preventScrollReset>
      <HiddenFields fields={{ form: removeForm, what: 'removeEntry', id: entry.id, seen }} />
      <Button
        aria-label={`Delete ${entry.cost}, ${entry.from}, ${entry.scope}`}
        kind="quiet"
        name="intent"
        size="small"
        type="submit"
        value="save"
      >
        Delete
      </Button>
    </Form>
  )
}

function EntryForm({ line, outcome, seen }: EntriesProps & Pick<TimeLineProps, 'outcome'>) {
  const errors = outcome?.kind === 'refused' ? outcome.fields : {}
  const typed = typedOf(outcome)
  const field = (name: string, usual = '') => ({
    name,
    defaultValue: typed[name] ?? usual,
    error: errors[name] ?? errors[`goods.entries.0.${name}`],
  })
  return (
    <Form className="grid gap-4 px-4 pt-3 pb-4 sm:px-5 sm:pb-5" method="post" preventScrollReset>
      <HiddenFields fields={{ form: addForm, what: 'entry', variant: line.variant, seen }} />
      <div className="grid gap-4 sm:grid-cols-3 xl:grid-cols-4">
        <TextField {...field('from')} help="Empty: from the beginning." label="Valid from" type="date" />
        <SelectField {...field('kind', 'amount')} label="Given as">
          <option value="amount">an amount for a piece</option>
          <option value="percent">a percentage of the price</option>
        </SelectField>
        <TextField
          {...field('cost')}
          autoComplete="off"
          help="0.00 for goods that are really free."
          inputMode="decimal"
          label="Cost"
          maxLength={20}
          required
        />
        <TextField {...field('currency', line.currency)} label="Currency" maxLength={3} />
        <TextField {...field('country')} help="A country such as DE. Empty: everywhere." label="To" maxLength={40} />
        <TextField
          {...field('minQuantity', '1')}
          help="More than 1 for a step; a step needs a cost from 1 piece on."
          inputMode="numeric"
          label="From so many pieces on"
          maxLength={7}
        />
        <SelectField
          {...field('steps', 'whole')}
          help="12.00, from 2 pieces 10.50: 3 pieces cost 31.50 for all at the step, 33.00 each at its own."
          label="With steps"
        >
          <option value="whole">all pieces at the step reached</option>
          <option value="graduated">each piece at its own step</option>
        </SelectField>
        <TextField {...field('note')} label="Note" maxLength={500} />
      </div>
      <Outcome outcome={outcome} />
      <ReasonField outcome={outcome} />
      <FormButtons form={addForm} outcome={outcome} save="Add the cost" />
    </Form>
  )
}
