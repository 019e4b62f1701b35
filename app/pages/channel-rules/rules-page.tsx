import { useEffect } from 'react'
import { Form, useNavigation } from 'react-router'
import { LinesField } from '../../blocks/fields/fields.tsx'
import { ArrowDown, ArrowUp, CircleCheck, Trash2 } from '../../icons.ts'
import { useLanguage } from '../../language/index.ts'
import { Button, Card, CardHeader, DataTable, Notice, SelectField, TextField } from '../../ui/index.ts'
import {
  type ConditionDraft,
  conditionsShown,
  emptyCondition,
  type MovesModel,
  type RuleDraft,
  type RulesDraft,
  type RulesModel,
  type RulesOutcome,
} from './draft.ts'
import { useWords } from './words.ts'

const fields = ['source', 'medium', 'campaign', 'referrer', 'path'] as const
const comparisons = ['is', 'contains', 'starts', 'ends', 'empty'] as const

interface RuleFieldsProps {
  readonly rule: RuleDraft
  readonly place: number
  readonly count: number
  readonly errors: Readonly<Record<string, string>>
}

/** A rule with its move and remove buttons. Works as a plain form. */
function RuleFields({ rule, place, count, errors }: RuleFieldsProps) {
  const t = useWords()
  const number = place + 1
  const name = `rules.${place}`
  const shown = Math.min(5, Math.max(conditionsShown, rule.conditions.length + 1))
  const problem = errors[`${name}.conditions`]
  return (
    <fieldset className="min-w-0 border-line border-t px-4 py-4 sm:px-5">
      <legend className="sr-only">{t('rule.title', { number })}</legend>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p aria-hidden className="font-medium">
          {t('rule.title', { number })}
        </p>
        <span className="flex gap-1.5">
          <Button disabled={place === 0} kind="quiet" name="intent" size="small" type="submit" value={`up:${place}`}>
            <ArrowUp aria-hidden className="size-4" />
            <span className="sr-only">{t('rule.earlier', { number })}</span>
          </Button>
          <Button
            disabled={place === count - 1}
            kind="quiet"
            name="intent"
            size="small"
            type="submit"
            value={`down:${place}`}
          >
            <ArrowDown aria-hidden className="size-4" />
            <span className="sr-only">{t('rule.later', { number })}</span>
          </Button>
          <Button kind="quiet" name="intent" size="small" type="submit" value={`remove:${place}`}>
            <Trash2 aria-hidden className="size-4" />
            <span className="sr-only">{t('rule.remove', { number })}</span>
          </Button>
        </span>
      </div>
      <div className="grid gap-3">
        {Array.from({ length: shown }, (_, nth) => (
          <ConditionFields
            condition={rule.conditions[nth] ?? emptyCondition}
            error={errors[`${name}.conditions.${nth}.text`] ?? (nth === 0 ? problem : undefined)}
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name but their place, and are not moved.
            key={nth}
            label={t('rule.condition', { number, condition: nth + 1 })}
            name={`${name}.conditions.${nth}`}
          />
        ))}
      </div>
      <div className="mt-4 grid items-start gap-4 sm:grid-cols-2">
        <TextField
          defaultValue={rule.channel}
          error={errors[`${name}.channel`]}
          help={t('rule.channelHelp')}
          label={t('rule.channel')}
          maxLength={60}
          name={`${name}.channel`}
          required
        />
        <label className="flex min-h-10 items-center gap-2.5 sm:mt-7">
          <input className="size-4" defaultChecked={rule.paid} name={`${name}.paid`} type="checkbox" value="yes" />
          {t('rule.paid')}
        </label>
      </div>
    </fieldset>
  )
}

interface ConditionFieldsProps {
  readonly condition: ConditionDraft
  readonly name: string
  readonly label: string
  readonly error: string | undefined
}

function ConditionFields({ condition, name, label, error }: ConditionFieldsProps) {
  const t = useWords()
  return (
    <div className="grid gap-3 sm:grid-cols-[14rem_10rem_1fr]">
      <SelectField
        aria-label={`${label}: ${t('condition.field')}`}
        defaultValue={condition.field}
        label={t('condition.field')}
        name={`${name}.field`}
      >
        {fields.map((value) => (
          <option key={value} value={value}>
            {t(`field.${value}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        aria-label={`${label}: ${t('condition.comparison')}`}
        defaultValue={condition.comparison}
        label={t('condition.comparison')}
        name={`${name}.comparison`}
      >
        {comparisons.map((value) => (
          <option key={value} value={value}>
            {t(`comparison.${value}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        aria-label={`${label}: ${t('condition.text')}`}
        autoComplete="off"
        defaultValue={condition.text}
        error={error}
        label={t('condition.text')}
        maxLength={300}
        name={`${name}.text`}
      />
    </div>
  )
}

interface RulesPageProps {
  readonly model: RulesModel
  readonly outcome: RulesOutcome | undefined
}

/** Channel rules: the shop's own rules, domains and keywords, and a preview of what a change would affect. */
export function RulesPage({ model, outcome }: RulesPageProps) {
  const t = useWords()
  useEffect(() => {
    if (outcome?.message === undefined && outcome?.preview === undefined) return
    const place = document.querySelector('main [aria-invalid="true"]') ?? document.querySelector('main #outcome')
    if (place instanceof HTMLElement) place.focus()
  }, [outcome])
  const draft = outcome?.draft ?? model.draft
  return (
    <div className="max-w-5xl pt-6">
      <h1 className="font-semibold text-2xl tracking-tight">{t('title')}</h1>
      <p className="mt-1 mb-6 max-w-prose text-pretty text-soft">{t('about')}</p>
      <Result model={model} outcome={outcome} />
      <Form key={JSON.stringify(draft)} method="post" preventScrollReset>
        <fieldset className="grid min-w-0 gap-6" disabled={!model.mayChange}>
          <legend className="sr-only">{t('form')}</legend>
          <RulesCard draft={draft} errors={outcome?.errors ?? {}} />
          <ListsCard draft={draft} errors={outcome?.errors ?? {}} knownDomains={model.knownDomains} />
          {model.mayChange && <Buttons />}
        </fieldset>
      </Form>
    </div>
  )
}

/** Above the form: its result, and who may submit it. */
function Result({ model, outcome }: RulesPageProps) {
  const t = useWords()
  return (
    <>
      {!model.mayChange && (
        <div className="mb-6">
          <Notice severity="info">{t('readOnly')}</Notice>
        </div>
      )}
      {outcome === undefined && model.isSaved && <Saved />}
      {outcome?.message !== undefined && (
        <div className="mb-6" role="alert">
          <Notice severity="serious">{outcome.message}</Notice>
        </div>
      )}
      {outcome?.preview && <MovesCard preview={outcome.preview} />}
    </>
  )
}

interface CardProps {
  readonly draft: RulesDraft
  readonly errors: Readonly<Record<string, string>>
}

function RulesCard({ draft: { rules }, errors }: CardProps) {
  const t = useWords()
  return (
    <Card aria-labelledby="rules-heading">
      <div className="pb-4">
        <CardHeader id="rules-heading" note={t('rules.about')} title={t('rules.title')} />
      </div>
      {/* Enter in a field does what the first button does: that must not move a rule. */}
      <button className="sr-only" name="intent" tabIndex={-1} type="submit" value="preview">
        {t('preview')}
      </button>
      <input name="rules" type="hidden" value={rules.length} />
      {rules.map((rule, place) => (
        <RuleFields
          count={rules.length}
          errors={errors}
          // biome-ignore lint/suspicious/noArrayIndexKey: the form is made anew whenever rules move.
          key={place}
          place={place}
          rule={rule}
        />
      ))}
      <p className="border-line border-t px-4 py-4 sm:px-5">
        <Button formNoValidate name="intent" size="small" type="submit" value="add">
          {t('rules.add')}
        </Button>
      </p>
    </Card>
  )
}

function ListsCard({ draft, errors, knownDomains }: CardProps & { readonly knownDomains: readonly string[] }) {
  const t = useWords()
  const known = new Intl.ListFormat(useLanguage()).format(knownDomains)
  const field = (name: Exclude<keyof RulesDraft, 'rules'>) => ({
    name,
    defaultValue: draft[name],
    error: errors[name],
  })
  return (
    <Card aria-labelledby="lists-heading" className="pb-5">
      <CardHeader id="lists-heading" note={t('lists.about')} title={t('lists.title')} />
      <div className="mt-4 grid gap-5 px-4 sm:grid-cols-2 sm:px-5">
        <LinesField {...field('ownDomains')} help={t('own.help', { known })} label={t('own.label')} />
        <LinesField {...field('brandTerms')} help={t('brand.help')} label={t('brand.label')} />
        <LinesField {...field('bounceReferrers')} help={t('bounce.help')} label={t('bounce.label')} />
        <LinesField {...field('internalEmails')} help={t('staff.help')} label={t('staff.label')} />
        <TextField
          {...field('retentionMonths')}
          help={t('retention.help')}
          inputMode="numeric"
          label={t('retention.label')}
          maxLength={3}
        />
        <TextField {...field('milestone')} help={t('milestone.help')} label={t('milestone.label')} maxLength={40} />
      </div>
    </Card>
  )
}

function Buttons() {
  const t = useWords()
  const intent = useNavigation().formData?.get('intent')
  return (
    <p className="flex flex-wrap gap-2">
      <Button isBusy={intent === 'save'} kind="primary" name="intent" type="submit" value="save">
        {t('save')}
      </Button>
      <Button isBusy={intent === 'preview'} name="intent" type="submit" value="preview">
        {t('preview')}
      </Button>
    </p>
  )
}

function MovesCard({ preview: { summary, moves } }: { readonly preview: MovesModel }) {
  const t = useWords()
  return (
    <Card aria-labelledby="moves-heading" className="mb-6">
      <div className="pb-3.5">
        <CardHeader
          id="moves-heading"
          note={summary}
          title={
            <span id="outcome" tabIndex={-1}>
              {t('preview')}
            </span>
          }
        />
      </div>
      {moves.length > 0 && (
        <DataTable
          caption={t('moves.caption')}
          columns={[
            { key: 'touches', label: t('moves.touches') },
            { key: 'to', label: t('moves.to'), isText: true },
            { key: 'example', label: t('moves.example'), isText: true, isLong: true },
          ]}
          labelHeader={{ label: t('moves.from') }}
          rows={moves.map(({ key, from, to, touches, example }) => ({
            key,
            label: from,
            cells: [touches, to, example],
          }))}
        />
      )}
    </Card>
  )
}

function Saved() {
  const t = useWords()
  return (
    <output className="mb-6 flex items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]">
      <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
      {t('saved')}
    </output>
  )
}
