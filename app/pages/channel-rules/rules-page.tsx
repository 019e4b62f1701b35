import { useEffect } from 'react'
import { Form, useNavigation } from 'react-router'
import { LinesField } from '../../blocks/fields/fields.tsx'
import { ArrowDown, ArrowUp, CircleCheck, Trash2 } from '../../icons.ts'
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

const fields = {
  source: 'Source (utm_source)',
  medium: 'Medium (utm_medium)',
  campaign: 'Campaign (utm_campaign)',
  referrer: 'Site it came from',
  path: 'Landing path',
} as const
const comparisons = {
  is: 'is',
  contains: 'contains',
  starts: 'starts with',
  ends: 'ends with',
  empty: 'is empty',
} as const

interface RuleFieldsProps {
  readonly rule: RuleDraft
  readonly place: number
  readonly count: number
  readonly errors: Readonly<Record<string, string>>
}

/** A rule with its move and remove buttons. Works as a plain form. */
function RuleFields({ rule, place, count, errors }: RuleFieldsProps) {
  const name = `rules.${place}`
  const shown = Math.min(5, Math.max(conditionsShown, rule.conditions.length + 1))
  const problem = errors[`${name}.conditions`]
  return (
    <fieldset className="min-w-0 border-line border-t px-4 py-4 sm:px-5">
      <legend className="sr-only">Rule {place + 1}</legend>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p aria-hidden className="font-medium">
          Rule {place + 1}
        </p>
        <span className="flex gap-1.5">
          <Button disabled={place === 0} kind="quiet" name="intent" size="small" type="submit" value={`up:${place}`}>
            <ArrowUp aria-hidden className="size-4" />
            <span className="sr-only">Rule {place + 1}: ask earlier</span>
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
            <span className="sr-only">Rule {place + 1}: ask later</span>
          </Button>
          <Button kind="quiet" name="intent" size="small" type="submit" value={`remove:${place}`}>
            <Trash2 aria-hidden className="size-4" />
            <span className="sr-only">Remove rule {place + 1}</span>
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
            label={`Rule ${place + 1}, condition ${nth + 1}`}
            name={`${name}.conditions.${nth}`}
          />
        ))}
      </div>
      <div className="mt-4 grid items-start gap-4 sm:grid-cols-2">
        <TextField
          defaultValue={rule.channel}
          error={errors[`${name}.channel`]}
          help="Its name in figures, such as influencers or paid_social."
          label="Is of the channel"
          maxLength={60}
          name={`${name}.channel`}
          required
        />
        <label className="flex min-h-10 items-center gap-2.5 sm:mt-7">
          <input className="size-4" defaultChecked={rule.paid} name={`${name}.paid`} type="checkbox" value="yes" />
          Counts as paid
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
  return (
    <div className="grid gap-3 sm:grid-cols-[14rem_10rem_1fr]">
      <SelectField aria-label={`${label}: what`} defaultValue={condition.field} label="What" name={`${name}.field`}>
        {Object.entries(fields).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      <SelectField
        aria-label={`${label}: comparison`}
        defaultValue={condition.comparison}
        label="How"
        name={`${name}.comparison`}
      >
        {Object.entries(comparisons).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      <TextField
        aria-label={`${label}: text`}
        autoComplete="off"
        defaultValue={condition.text}
        error={error}
        label="Text"
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
  useEffect(() => {
    if (outcome?.message === undefined && outcome?.preview === undefined) return
    const place = document.querySelector('main [aria-invalid="true"]') ?? document.querySelector('main #outcome')
    if (place instanceof HTMLElement) place.focus()
  }, [outcome])
  const draft = outcome?.draft ?? model.draft
  return (
    <div className="max-w-5xl pt-6">
      <h1 className="font-semibold text-2xl tracking-tight">Channel rules</h1>
      <p className="mt-1 mb-6 max-w-prose text-pretty text-soft">
        Every visit gets its channel by its tags, its click id and the site it came from. Rules of your own are asked
        before all others, in their order; the first that fits decides.
      </p>
      <Result model={model} outcome={outcome} />
      <Form key={JSON.stringify(draft)} method="post" preventScrollReset>
        <fieldset className="grid min-w-0 gap-6" disabled={!model.mayChange}>
          <legend className="sr-only">How visits are read</legend>
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
  return (
    <>
      {!model.mayChange && (
        <div className="mb-6">
          <Notice severity="info">
            Your role shows these rules. An owner or admin of the organisation changes them.
          </Notice>
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
  return (
    <Card aria-labelledby="rules-heading">
      <div className="pb-4">
        <CardHeader
          id="rules-heading"
          note="A visit that meets every condition of a rule is of its channel. Empty conditions are left out."
          title="Rules of your own"
        />
      </div>
      {/* Enter in a field does what the first button does: that must not move a rule. */}
      <button className="sr-only" name="intent" tabIndex={-1} type="submit" value="preview">
        What would change
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
          Add a rule
        </Button>
      </p>
    </Card>
  )
}

function ListsCard({ draft, errors, knownDomains }: CardProps & { readonly knownDomains: readonly string[] }) {
  const field = (name: Exclude<keyof RulesDraft, 'rules'>) => ({
    name,
    defaultValue: draft[name],
    error: errors[name],
  })
  return (
    <Card aria-labelledby="lists-heading" className="pb-5">
      <CardHeader id="lists-heading" note="One entry a line." title="Domains, words and people of the shop" />
      <div className="mt-4 grid gap-5 px-4 sm:grid-cols-2 sm:px-5">
        <LinesField
          {...field('ownDomains')}
          help={`Further domains of the shop: a visit from one is no new touch. Known already: ${knownDomains.join(', ')}.`}
          label="Own domains"
        />
        <LinesField
          {...field('brandTerms')}
          help="Search ads whose campaign or keyword has one are brand search."
          label="Brand words"
        />
        <LinesField
          {...field('bounceReferrers')}
          help="Payment pages and log-ins that only send buyers back: never a touch. A domain, or a domain with a path."
          label="Places that only send buyers back"
        />
        <LinesField
          {...field('internalEmails')}
          help="Devices on which one of these was seen make no touches."
          label="E-mail addresses of your own people"
        />
        <TextField
          {...field('retentionMonths')}
          help="Older events and touches are deleted every night; what orders earned stays. Empty: for good."
          inputMode="numeric"
          label="Months that visits are kept"
          maxLength={3}
        />
        <TextField
          {...field('milestone')}
          help="An event such as add_to_cart or sign_up. The W-shaped model gives the contact before it a share of its own."
          label="Middle of a journey"
          maxLength={40}
        />
      </div>
    </Card>
  )
}

function Buttons() {
  const intent = useNavigation().formData?.get('intent')
  return (
    <p className="flex flex-wrap gap-2">
      <Button isBusy={intent === 'save'} kind="primary" name="intent" type="submit" value="save">
        Save
      </Button>
      <Button isBusy={intent === 'preview'} name="intent" type="submit" value="preview">
        What would change
      </Button>
    </p>
  )
}

function MovesCard({ preview: { summary, moves } }: { readonly preview: MovesModel }) {
  return (
    <Card aria-labelledby="moves-heading" className="mb-6">
      <div className="pb-3.5">
        <CardHeader
          id="moves-heading"
          note={summary}
          title={
            <span id="outcome" tabIndex={-1}>
              What would change
            </span>
          }
        />
      </div>
      {moves.length > 0 && (
        <DataTable
          caption="Touches that would move"
          columns={[
            { key: 'touches', label: 'Touches' },
            { key: 'to', label: 'To', isText: true },
            { key: 'example', label: 'Such as', isText: true, isLong: true },
          ]}
          labelHeader={{ label: 'From' }}
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
  return (
    <output className="mb-6 flex items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]">
      <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
      Saved. Visits that are stored follow in the background, and so does what orders owe to them.
    </output>
  )
}
