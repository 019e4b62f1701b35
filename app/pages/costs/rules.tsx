import { useId } from 'react'
import { Form } from 'react-router'
import { useLanguage } from '../../language/index.ts'
import { Button, buttonClass, Card, CardHeader, Notice } from '../../ui/index.ts'
import type { CostOutcome, RuleModel, RulesModel } from './model.ts'
import { AskAgain, FormButtons, HiddenFields, Outcome, ReasonField, typedOf, useSeen } from './outcome.tsx'
import { type FieldOf, RuleFields, type RuleKind } from './rule-fields.tsx'
import { useWords } from './words.ts'

interface RuleCardProps {
  readonly title: string
  readonly note: string
  readonly kind: RuleKind
  readonly model: RulesModel
  readonly outcome: CostOutcome | undefined
  /** Said while there is no rule of the kind. */
  readonly none: string
}

/** The rules of a kind, each in words and to be changed, and a form for a further one. */
export function RuleCard({ title, note, kind, model, outcome, none }: RuleCardProps) {
  const id = useId()
  const t = useWords()
  const rules = model.rules.filter((rule) => rule.kind === kind)
  const own = outcome?.form === kind ? outcome : undefined
  const seen = useSeen(model.latest, outcome)
  // Shipping rules are many, and trying them names the one that decides.
  const isNumbered = kind === 'shipping'
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} note={note} title={title} />
      <div className="grid grid-cols-1 gap-4 px-4 pt-3 pb-4 sm:px-5 sm:pb-5">
        {kind === 'fee' && <UnknownFees model={model} outcome={outcome} seen={seen} />}
        {outcome?.form === `remove ${kind}` && <Removal outcome={outcome} />}
        {rules.length === 0 ? (
          <p className="text-soft">{none}</p>
        ) : (
          <ul className="divide-y divide-line">
            {rules.map((rule, index) => (
              <Rule
                key={rule.id}
                kind={kind}
                model={model}
                number={isNumbered ? index + 1 : undefined}
                outcome={outcome}
                rule={rule}
                seen={seen}
              />
            ))}
          </ul>
        )}
        {model.mayEnter && (
          <details className="rounded-lg border border-line" open={own !== undefined || rules.length === 0}>
            <summary className="cursor-pointer px-3.5 py-2.5 font-medium">{t('rule.new')}</summary>
            <div className="px-3.5 pb-3.5">
              <RuleForm
                form={kind}
                key={own?.kind === 'saved' ? own.seen : kind}
                kind={kind}
                model={model}
                outcome={own}
                seen={seen}
              />
            </div>
          </details>
        )}
      </div>
    </Card>
  )
}

interface SharedProps extends Pick<RuleCardProps, 'kind' | 'model' | 'outcome'> {
  /** The latest change that the person has seen. */
  readonly seen: string | null
}

interface RuleProps extends SharedProps {
  readonly rule: RuleModel
  /** Its place in the list, where rules are numbered. */
  readonly number: number | undefined
}

function Rule({ rule, number, kind, model, outcome, seen }: RuleProps) {
  const t = useWords()
  const form = `rule ${rule.id}`
  const own = outcome?.form === form ? outcome : undefined
  return (
    <li className="py-2.5">
      <p className="text-pretty">
        {number !== undefined && <span className="tabular text-faint">{number}. </span>}
        {rule.text}
      </p>
      {model.mayEnter && (
        <div className="mt-2 flex flex-wrap items-start gap-2">
          <details className="open:w-full" open={own !== undefined}>
            <summary className={`${buttonClass('secondary', 'small')} ${withoutMarker}`}>
              {t('rule.change')}
              <span className="sr-only"> {rule.text}</span>
            </summary>
            <div className="pt-3">
              <RuleForm form={form} kind={kind} model={model} outcome={own} rule={rule} seen={seen} />
            </div>
          </details>
          <RemoveForm kind={kind} rule={rule} seen={seen} />
        </div>
      )}
    </li>
  )
}

const withoutMarker = 'list-none [&::-webkit-details-marker]:hidden'

/** An expense is asked about: whether it ends, and what it was stays, or was never there. */
function RemoveForm({ rule, kind, seen }: Pick<RuleProps, 'kind' | 'rule' | 'seen'>) {
  const t = useWords()
  const about = { rule: rule.text }
  const shared = { kind, rule, seen }
  if (kind !== 'expense') {
    return <RemoveButton {...shared} from="ever" label={t('form.delete')} name={t('rule.deleteOf', about)} />
  }
  return (
    <details className="relative">
      <summary aria-label={t('rule.deleteOf', about)} className={`${buttonClass('danger', 'small')} ${withoutMarker}`}>
        {t('rule.deleteOpen')}
      </summary>
      <div className="absolute start-0 z-20 mt-1.5 grid gap-2 rounded-xl border border-line bg-raised p-3 shadow-raised">
        <RemoveButton {...shared} from="today" label={t('rule.endToday')} name={t('rule.endTodayOf', about)} />
        <RemoveButton {...shared} from="ever" label={t('rule.never')} name={t('rule.neverOf', about)} />
      </div>
    </details>
  )
}

interface RemoveButtonProps extends Pick<RuleProps, 'kind' | 'rule' | 'seen'> {
  readonly from: 'today' | 'ever'
  readonly label: string
  /** With the rule that it is about. */
  readonly name: string
}

function RemoveButton({ rule, kind, seen, from, label, name }: RemoveButtonProps) {
  return (
    <Form method="post" preventScrollReset>
      <HiddenFields fields={{ form: `remove ${kind}`, what: 'remove', id: rule.id, from, seen }} />
      <Button
        aria-label={name}
        className="w-full"
        kind={from === 'ever' ? 'danger' : 'secondary'}
        name="intent"
        size="small"
        type="submit"
        value="save"
      >
        {label}
      </Button>
    </Form>
  )
}

function Removal({ outcome }: { readonly outcome: CostOutcome }) {
  const t = useWords()
  if (outcome.kind === 'saved') return <Outcome outcome={outcome} />
  return <AskAgain again={t('form.delete')} outcome={outcome} />
}

interface RuleFormProps extends SharedProps {
  /** Identifies the form among those of the page. */
  readonly form: string
  /** The rule to change; absent: a further one. */
  readonly rule?: RuleModel
}

function RuleForm({ form, kind, model, outcome, rule, seen }: RuleFormProps) {
  const t = useWords()
  const errors = outcome?.kind === 'refused' ? outcome.fields : {}
  const shown = { ...rule?.fields, ...typedOf(outcome) }
  const field: FieldOf = (name) => ({ name, defaultValue: shown[name] ?? '', error: errors[name] })
  return (
    <Form className="grid gap-4" method="post" preventScrollReset>
      <HiddenFields fields={{ form, what: 'rule', kind, id: rule?.id ?? '', seen }} />
      <div className="grid gap-4 sm:grid-cols-3 xl:grid-cols-4">
        <RuleFields field={field} kind={kind} model={model} />
      </div>
      <Outcome outcome={outcome} />
      <ReasonField outcome={outcome} />
      <FormButtons form={form} outcome={outcome} save={t(rule ? 'rule.save' : 'rule.add')} />
    </Form>
  )
}

/** Payment methods whose fee nobody knows; for those that usually cost nothing, a rule that says so. */
function UnknownFees({ model, outcome, seen }: Omit<SharedProps, 'kind'>) {
  const t = useWords()
  const language = useLanguage()
  if (model.unknown.length === 0) return null
  const methods = model.unknown.map(({ label, orders }) => `${label} (${orders})`)
  const free = model.unknown.filter(({ isFree }) => isFree && model.mayEnter)
  return (
    <div className="grid gap-3">
      <Notice severity="warning">
        {t('rule.unknown', { methods: new Intl.ListFormat(language, { type: 'conjunction' }).format(methods) })}
      </Notice>
      {outcome?.form === 'free' && <Outcome outcome={outcome} />}
      {free.map(({ gateway, label }) => (
        <Form key={gateway} method="post" preventScrollReset>
          <HiddenFields fields={{ form: 'free', what: 'rule', kind: 'fee', gateway, seen }} />
          <Button name="intent" size="small" type="submit" value="save">
            {t('rule.freeOf', { method: label })}
          </Button>
        </Form>
      ))}
    </div>
  )
}
