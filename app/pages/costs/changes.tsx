import { Form } from 'react-router'
import { Badge, Button, Card, CardHeader, Notice, SelectField, TextField } from '../../ui/index.ts'
import type { ChangesModel, CostOutcome, GoodsModel, SettingsModel } from './model.ts'
import { AskAgain, FormButtons, HiddenFields, Outcome, ReasonField, typedOf, useSeen } from './outcome.tsx'

interface CardProps<Model> {
  readonly model: Model
  readonly outcome: CostOutcome | undefined
}

/** Every change of costs, what it did to profit, and undoing it. */
export function ChangesCard({ model, outcome }: CardProps<ChangesModel>) {
  const own = outcome?.form === 'undo' ? outcome : undefined
  return (
    <Card aria-labelledby="cost-changes">
      <CardHeader id="cost-changes" note="The newest first. Undoing is a change of its own." title="Changes of costs" />
      <div className="grid grid-cols-1 gap-3 px-4 pt-3 pb-2 sm:px-5">
        {model.restating && (
          <Notice severity="info">Changed costs are being worked into the figures in the background.</Notice>
        )}
        {own?.kind === 'saved' ? <Outcome outcome={own} /> : <AskAgain again="Undo it" outcome={own} />}
        {model.changes.length === 0 ? (
          <p className="pb-2 text-soft">Nobody has entered a cost yet.</p>
        ) : (
          <ul className="divide-y divide-line">
            {model.changes.map((change) => (
              <Change change={change} key={change.id} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

function Change({ change }: { readonly change: ChangesModel['changes'][number] }) {
  const { id, when, what, reason, reach, delta, told, mayUndo, undone } = change
  return (
    <li className="flex items-start justify-between gap-3 py-2.5 text-[13px]" id={`change-${id}`}>
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-0.5 lg:grid-cols-[1fr_1fr_auto]">
        <p>
          <span className="font-medium">{what}</span> {undone && <Badge>Undone</Badge>}
          <span className="block text-faint">{when}</span>
        </p>
        <p>
          {reach}
          {reason && <span className="block text-faint">Why closed days changed: {reason}</span>}
        </p>
        <p className="tabular lg:min-w-40 lg:text-end">{delta}</p>
        {told.length > 0 && <Told of={what} rows={told} />}
      </div>
      {mayUndo && (
        <Form method="post" preventScrollReset>
          <HiddenFields fields={{ form: 'undo', what: 'undo', id }} />
          <Button
            aria-label={`Undo “${what}” of ${when}`}
            kind="quiet"
            name="intent"
            size="small"
            type="submit"
            value="save"
          >
            Undo
          </Button>
        </Form>
      )}
    </li>
  )
}

interface ToldProps {
  readonly of: string
  readonly rows: ChangesModel['changes'][number]['told']
}

/** What was told of a change when it was saved. */
function Told({ of, rows }: ToldProps) {
  return (
    <details className="lg:col-span-3">
      <summary className="cursor-pointer text-soft">Before and after</summary>
      <table aria-label={`Before and after: ${of}`} className="tabular mt-1.5 w-full max-w-xl">
        <thead className="sr-only">
          <tr>
            <th scope="col">Figure</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, before, after }) => (
            <tr key={label}>
              <th className="py-0.5 text-start font-normal text-soft" scope="row">
                {label}
              </th>
              <td className="px-3 py-0.5 text-end">{before}</td>
              <td className="py-0.5 text-end font-medium">{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** The shop's choices: which cost decides, goods that come back, weights, closed days. */
export function SettingsCard({ model, outcome }: CardProps<SettingsModel>) {
  const own = outcome?.form === 'settings' ? outcome : undefined
  const seen = useSeen(model.latest, outcome)
  const typed = typedOf(own)
  const errors = own?.kind === 'refused' ? own.fields : {}
  const isTicked = own && own.kind !== 'saved' ? 'restockDefault' in typed : model.restockDefault
  return (
    <Card aria-labelledby="cost-settings">
      <CardHeader id="cost-settings" note="They hold for past orders, too." title="Choices" />
      <Form className="grid gap-4 px-4 pt-4 pb-4 sm:px-5 sm:pb-5" method="post" preventScrollReset>
        <HiddenFields fields={{ form: 'settings', what: 'settings', seen }} />
        <fieldset className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3" disabled={!model.mayEnter}>
          <legend className="sr-only">Choices</legend>
          <SelectField
            defaultValue={typed['whoDecides'] ?? model.whoDecides}
            error={undefined}
            label="Which cost decides"
            name="whoDecides"
          >
            <option value="order">What the store wrote on the order</option>
            <option value="entries">What is entered here</option>
          </SelectField>
          <TextField
            defaultValue={typed['defaultGrams'] ?? model.defaultGrams}
            error={errors['defaultGrams']}
            help="In grams, for goods without a weight. Empty: unknown."
            inputMode="numeric"
            label="Weight of a piece"
            name="defaultGrams"
          />
          <TextField
            defaultValue={typed['closedThrough'] ?? model.closedThrough}
            disabled={!model.mayClose}
            error={errors['closedThrough']}
            help={
              model.mayClose
                ? 'Costs up to this day are changed by owners only, with a reason.'
                : 'Only an owner closes days and opens them again.'
            }
            label="Closed through"
            name="closedThrough"
            type="date"
          />
          <label className="flex items-center gap-2.5">
            <input defaultChecked={isTicked} name="restockDefault" type="checkbox" />
            Returned goods that the store does not count come back into stock
          </label>
        </fieldset>
        <Outcome outcome={own} />
        <ReasonField outcome={own} />
        {model.mayEnter && <FormButtons form="settings" outcome={own} save="Save choices" />}
      </Form>
    </Card>
  )
}

interface MarginCardProps {
  readonly goods: GoodsModel
  readonly outcome: CostOutcome | undefined
}

/** The usual share of the price that goods cost: for all goods without a cost of their own. */
export function MarginCard({ goods, outcome }: MarginCardProps) {
  const own = outcome?.form === 'margin' ? outcome : undefined
  const seen = useSeen(goods.latest, outcome)
  if (!goods.mayEnter) return null
  return (
    <Card aria-labelledby="usual-share">
      <CardHeader
        id="usual-share"
        note="For goods without a cost of their own. Their profit is marked as approximate. Empty: they stay without a cost."
        title="Usual share"
      />
      <Form className="grid gap-4 px-4 pt-4 pb-4 sm:px-5 sm:pb-5" method="post" preventScrollReset>
        <HiddenFields fields={{ form: 'margin', what: 'margin', seen }} />
        <div className="max-w-56">
          <TextField
            defaultValue={typedOf(own)['percent'] ?? goods.margin}
            error={own?.kind === 'refused' ? (own.fields['percent'] ?? own.fields['entries.0.percent']) : undefined}
            help="Of the price after discount."
            inputMode="decimal"
            label="Goods cost, in percent"
            name="percent"
          />
        </div>
        <Outcome outcome={own} />
        <ReasonField outcome={own} />
        <FormButtons form="margin" outcome={own} save="Save" />
      </Form>
    </Card>
  )
}
