import { Form } from 'react-router'
import { DateField } from '../../blocks/calendar/date-field.tsx'
import { Badge, Button, Card, CardHeader, Notice, SelectField, TextField } from '../../ui/index.ts'
import type { ChangesModel, CostOutcome, GoodsModel, SettingsModel } from './model.ts'
import { AskAgain, FormButtons, HiddenFields, Outcome, ReasonField, typedOf, useSeen } from './outcome.tsx'
import { useWords } from './words.ts'

interface CardProps<Model> {
  readonly model: Model
  readonly outcome: CostOutcome | undefined
}

/** Every change of costs, what it did to profit, and undoing it. */
export function ChangesCard({ model, outcome }: CardProps<ChangesModel>) {
  const t = useWords()
  const own = outcome?.form === 'undo' ? outcome : undefined
  return (
    <Card aria-labelledby="cost-changes">
      <CardHeader id="cost-changes" note={t('changes.note')} title={t('changes.title')} />
      <div className="grid grid-cols-1 gap-3 px-4 pt-3 pb-2 sm:px-5">
        {model.restating && <Notice severity="info">{t('changes.restating')}</Notice>}
        {own?.kind === 'saved' ? <Outcome outcome={own} /> : <AskAgain again={t('changes.undo')} outcome={own} />}
        {model.changes.length === 0 ? (
          <p className="pb-2 text-soft">{t('changes.none')}</p>
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
  const t = useWords()
  const { id, when, what, reason, reach, delta, told, mayUndo, undone } = change
  return (
    <li className="flex items-start justify-between gap-3 py-2.5 text-[13px]" id={`change-${id}`}>
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-0.5 lg:grid-cols-[1fr_1fr_auto]">
        <p>
          <span className="font-medium">{what}</span> {undone && <Badge>{t('changes.undone')}</Badge>}
          <span className="block text-faint">{when}</span>
        </p>
        <p>
          {reach}
          {reason && <span className="block text-faint">{t('changes.reason', { reason })}</span>}
        </p>
        <p className="tabular lg:min-w-40 lg:text-end">{delta}</p>
        {told.length > 0 && <Told of={what} rows={told} />}
      </div>
      {mayUndo && (
        <Form method="post" preventScrollReset>
          <HiddenFields fields={{ form: 'undo', what: 'undo', id }} />
          <Button
            aria-label={t('changes.undoOf', { what, when })}
            kind="quiet"
            name="intent"
            size="small"
            type="submit"
            value="save"
          >
            {t('changes.undo')}
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
  const t = useWords()
  return (
    <details className="lg:col-span-3">
      <summary className="cursor-pointer text-soft">{t('changes.details')}</summary>
      <table aria-label={t('changes.detailsOf', { what: of })} className="tabular mt-1.5 w-full max-w-xl">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('changes.metric')}</th>
            <th scope="col">{t('changes.before')}</th>
            <th scope="col">{t('changes.after')}</th>
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
  const t = useWords()
  const own = outcome?.form === 'settings' ? outcome : undefined
  const seen = useSeen(model.latest, outcome)
  const typed = typedOf(own)
  const errors = own?.kind === 'refused' ? own.fields : {}
  const isTicked = own && own.kind !== 'saved' ? 'restockDefault' in typed : model.restockDefault
  return (
    <Card aria-labelledby="cost-settings">
      <CardHeader id="cost-settings" note={t('settings.note')} title={t('settings.title')} />
      <Form className="grid gap-4 px-4 pt-4 pb-4 sm:px-5 sm:pb-5" method="post" preventScrollReset>
        <HiddenFields fields={{ form: 'settings', what: 'settings', seen }} />
        <fieldset className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3" disabled={!model.mayEnter}>
          <legend className="sr-only">{t('settings.title')}</legend>
          <SelectField
            defaultValue={typed['whoDecides'] ?? model.whoDecides}
            error={undefined}
            label={t('settings.decides')}
            name="whoDecides"
          >
            <option value="order">{t('settings.byOrder')}</option>
            <option value="entries">{t('settings.byEntries')}</option>
          </SelectField>
          <TextField
            defaultValue={typed['defaultGrams'] ?? model.defaultGrams}
            error={errors['defaultGrams']}
            help={t('settings.gramsHelp')}
            inputMode="numeric"
            label={t('settings.grams')}
            name="defaultGrams"
          />
          <DateField
            defaultValue={typed['closedThrough'] ?? model.closedThrough}
            disabled={!model.mayClose}
            error={errors['closedThrough']}
            help={t(model.mayClose ? 'settings.closedHelp' : 'settings.closedOnly')}
            label={t('settings.closed')}
            name="closedThrough"
          />
          <label className="flex items-center gap-2.5">
            <input defaultChecked={isTicked} name="restockDefault" type="checkbox" />
            {t('settings.restock')}
          </label>
        </fieldset>
        <Outcome outcome={own} />
        <ReasonField outcome={own} />
        {model.mayEnter && <FormButtons form="settings" outcome={own} save={t('settings.save')} />}
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
  const t = useWords()
  const own = outcome?.form === 'margin' ? outcome : undefined
  const seen = useSeen(goods.latest, outcome)
  if (!goods.mayEnter) return null
  return (
    <Card aria-labelledby="usual-share">
      <CardHeader id="usual-share" note={t('usual.note')} title={t('usual.title')} />
      <Form className="grid gap-4 px-4 pt-4 pb-4 sm:px-5 sm:pb-5" method="post" preventScrollReset>
        <HiddenFields fields={{ form: 'margin', what: 'margin', seen }} />
        <div className="max-w-56">
          <TextField
            defaultValue={typedOf(own)['percent'] ?? goods.margin}
            error={own?.kind === 'refused' ? (own.fields['percent'] ?? own.fields['entries.0.percent']) : undefined}
            help={t('usual.help')}
            inputMode="decimal"
            label={t('usual.percent')}
            name="percent"
          />
        </div>
        <Outcome outcome={own} />
        <ReasonField outcome={own} />
        <FormButtons form="margin" outcome={own} save={t('form.save')} />
      </Form>
    </Card>
  )
}
