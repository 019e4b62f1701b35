import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { Button, SelectField, TextField } from '../../ui/index.ts'
import { conditionsShown, emptyCondition } from './draft.ts'
import type { ConditionDraft, RuleDraft } from './model.ts'

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

/** A rule, with what moves it. All of it works as a plain form. */
export function RuleFields({ rule, place, count, errors }: RuleFieldsProps) {
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
