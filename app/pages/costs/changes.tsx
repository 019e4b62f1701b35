import { Form } from 'react-router'
import { Badge, Button, Card, CardHeader, Notice, Scroller, SelectField, TextField } from '../../ui/index.ts'
import type { ChangesModel, CostOutcome, GoodsModel, SettingsModel } from './model.ts'
import { Outcome } from './outcome.tsx'

/** Every change of costs, what it did to profit, and undoing it. */
export function ChangesCard({
  model,
  outcome,
}: {
  readonly model: ChangesModel
  readonly outcome: CostOutcome | undefined
}) {
  return (
    <Card aria-labelledby="cost-changes">
      <CardHeader id="cost-changes" note="The newest first. Undoing is a change of its own." title="Changes of costs" />
      <div className="px-4 pb-4 sm:px-5 sm:pb-5">
        {model.restating && <Notice severity="info">Changed costs are being worked into the figures right now.</Notice>}
        <Outcome outcome={outcome?.form === 'undo' ? outcome : undefined} />
        {model.changes.length === 0 ? (
          <p className="mt-3 text-soft">Nobody has entered a cost yet.</p>
        ) : (
          <Scroller label="Changes of costs">
            <table className="mt-3 w-full text-[13px]">
              <thead>
                <tr className="border-line border-b text-faint">
                  {['When', 'Who', 'What', 'Orders', 'Days', 'Profit', ''].map((head) => (
                    <th className="py-2 pe-3 text-start font-medium" key={head} scope="col">
                      {head || <span className="sr-only">Undo</span>}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {model.changes.map((change) => (
                  <tr className="border-line border-b last:border-0" key={change.id}>
                    <td className="py-2 pe-3 whitespace-nowrap">{change.when}</td>
                    <td className="py-2 pe-3">{change.who}</td>
                    <td className="py-2 pe-3">
                      {change.what} {change.undone && <Badge>Undone</Badge>}
                      {change.reason && <span className="block text-faint">{change.reason}</span>}
                    </td>
                    <td className="tabular py-2 pe-3">{change.orders}</td>
                    <td className="py-2 pe-3">{change.days}</td>
                    <td className="tabular py-2 pe-3">{change.delta}</td>
                    <td className="py-2 text-end">
                      {change.mayUndo && <UndoForm id={change.id} what={change.what} />}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroller>
        )}
      </div>
    </Card>
  )
}

function UndoForm({ id, what }: { readonly id: string; readonly what: string }) {
  return (
    <Form method="post" preventScrollReset>
      <input name="form" type="hidden" value="undo" />
      <input name="what" type="hidden" value="undo" />
      <input name="id" type="hidden" value={id} />
      <Button aria-label={`Undo “${what}”`} kind="quiet" name="intent" size="small" type="submit" value="save">
        Undo
      </Button>
    </Form>
  )
}

/** The shop's choices: which cost decides, goods that come back, weights, closed days. */
export function SettingsCard({
  model,
  outcome,
}: {
  readonly model: SettingsModel
  readonly outcome: CostOutcome | undefined
}) {
  const own = outcome?.form === 'settings' ? outcome : undefined
  return (
    <Card aria-labelledby="cost-settings">
      <CardHeader id="cost-settings" note="They hold for past orders, too." title="Choices" />
      <div className="px-4 pb-4 sm:px-5 sm:pb-5">
        <Form className="mt-4 grid gap-4" method="post" preventScrollReset>
          <input name="form" type="hidden" value="settings" />
          <input name="what" type="hidden" value="settings" />
          <fieldset className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3" disabled={!model.mayEnter}>
            <SelectField defaultValue={model.whoDecides} error={undefined} label="Which cost decides" name="whoDecides">
              <option value="order">What the store wrote on the order</option>
              <option value="entries">What is entered here</option>
            </SelectField>
            <TextField
              defaultValue={model.defaultGrams}
              error={own?.kind === 'refused' ? own.fields['defaultGrams'] : undefined}
              help="In grams, for goods without a weight. Empty: unknown."
              inputMode="numeric"
              label="Weight of a piece"
              name="defaultGrams"
            />
            <TextField
              defaultValue={model.closedThrough}
              error={own?.kind === 'refused' ? own.fields['closedThrough'] : undefined}
              help="Up to this day only an owner changes costs, with a reason."
              label="Closed through"
              name="closedThrough"
              type="date"
            />
            <label className="flex items-center gap-2.5">
              <input defaultChecked={model.restockDefault} name="restockDefault" type="checkbox" />
              Returned goods that the store does not count come back into stock
            </label>
          </fieldset>
          {model.mayEnter && (
            <p className="flex flex-wrap items-center gap-3">
              <Button name="intent" type="submit" value="save">
                Save choices
              </Button>
              <Outcome outcome={own} />
            </p>
          )}
        </Form>
      </div>
    </Card>
  )
}

/** The usual share of the price that goods cost: for all goods without a cost of their own. */
export function MarginCard({
  goods,
  outcome,
}: {
  readonly goods: GoodsModel
  readonly outcome: CostOutcome | undefined
}) {
  const own = outcome?.form === 'margin' ? outcome : undefined
  if (!goods.mayEnter) return null
  return (
    <Card aria-labelledby="usual-share">
      <CardHeader
        id="usual-share"
        note="For goods without a cost of their own. Their profit is marked as approximate. Empty: they stay without a cost."
        title="Usual share"
      />
      <div className="px-4 pb-4 sm:px-5 sm:pb-5">
        <Form className="mt-4 flex flex-wrap items-end gap-3" method="post" preventScrollReset>
          <input name="form" type="hidden" value="margin" />
          <input name="what" type="hidden" value="margin" />
          <TextField
            defaultValue={goods.margin}
            error={undefined}
            help="Of the price after discount."
            inputMode="decimal"
            label="Goods cost, in percent"
            name="percent"
          />
          <Button name="intent" type="submit" value="preview">
            What would change?
          </Button>
          <Button kind="primary" name="intent" type="submit" value="save">
            Save
          </Button>
          <Outcome outcome={own} />
        </Form>
      </div>
    </Card>
  )
}
