import type { TrackingSettings, TrackingSettingsChange } from '@tillsight/domain'
import type { Say } from '../../language/index.ts'
import type { WordKey } from './words.ts'

/** A condition in the form. */
export interface ConditionDraft {
  readonly field: string
  readonly comparison: string
  readonly text: string
}

/** A rule in the form. */
export interface RuleDraft {
  readonly conditions: readonly ConditionDraft[]
  readonly channel: string
  readonly paid: boolean
}

/** The whole form, as typed. */
export interface RulesDraft {
  readonly rules: readonly RuleDraft[]
  /** Lists, one entry per line. */
  readonly ownDomains: string
  readonly brandTerms: string
  readonly bounceReferrers: string
  readonly internalEmails: string
  /** Empty: unlimited. */
  readonly retentionMonths: string
  /** Name of the event that is the middle of a journey. */
  readonly milestone: string
}

/** Effect of the changed settings on past visits. */
export interface MovesModel {
  readonly summary: string
  readonly moves: readonly {
    readonly key: string
    readonly from: string
    readonly to: string
    readonly touches: string
    readonly example: string
  }[]
}

/** What the page shows. */
export interface RulesModel {
  readonly domain: string
  readonly draft: RulesDraft
  readonly knownDomains: readonly string[]
  readonly mayChange: boolean
  readonly isSaved: boolean
}

/** What a form led to without leaving the page. */
export interface RulesOutcome {
  readonly draft: RulesDraft
  /** Errors by path: `rules.0.channel`. */
  readonly errors: Readonly<Record<string, string>>
  /** Summary of the errors; undefined without any. */
  readonly message?: string
  readonly preview?: MovesModel
}

/** Number of conditions in a rule's form; empty ones are dropped. */
export const conditionsShown = 3
const mostConditions = 5

/** An empty condition, as a new rule starts with. */
export const emptyCondition: ConditionDraft = { field: 'source', comparison: 'is', text: '' }
const emptyRule: RuleDraft = { conditions: [emptyCondition], channel: '', paid: false }

/** Settings as the form shows them. */
export function draftOf(settings: TrackingSettings): RulesDraft {
  const { rules, retentionMonths, attribution } = settings
  const lines = (entries: readonly string[]) => entries.join('\n')
  return {
    rules,
    ownDomains: lines(settings.ownDomains),
    brandTerms: lines(settings.brandTerms),
    bounceReferrers: lines(settings.bounceReferrers),
    internalEmails: lines(settings.internalEmails),
    retentionMonths: retentionMonths === null ? '' : String(retentionMonths),
    milestone: attribution.milestone,
  }
}

/** Parses the form. */
export function readDraft(form: FormData): RulesDraft {
  const text = (name: string): string => {
    const value = form.get(name)
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : ''
  }
  const count = Math.min(Number(text('rules')) || 0, 200)
  return {
    rules: Array.from({ length: count }, (_, nth) => readRule(`rules.${nth}`, text)),
    ownDomains: text('ownDomains'),
    brandTerms: text('brandTerms'),
    bounceReferrers: text('bounceReferrers'),
    internalEmails: text('internalEmails'),
    retentionMonths: text('retentionMonths'),
    milestone: text('milestone'),
  }
}

function readRule(name: string, text: (name: string) => string): RuleDraft {
  const conditions = Array.from({ length: mostConditions }, (_, nth): ConditionDraft => {
    const part = (field: string) => text(`${name}.conditions.${nth}.${field}`)
    return { field: part('field'), comparison: part('comparison'), text: part('text') }
  })
  const said = conditions.filter((condition) => condition.text !== '' || condition.comparison === 'empty')
  return { conditions: said, channel: text(`${name}.channel`), paid: text(`${name}.paid`) !== '' }
}

/** The change that the form requests. Invalid values are rejected by the schema. */
export function changeOf(draft: RulesDraft): TrackingSettingsChange {
  const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '')
  const { retentionMonths } = draft
  return {
    // Fields and comparisons come from select elements; the schema reports anything else.
    rules: draft.rules as NonNullable<TrackingSettingsChange['rules']>,
    ownDomains: lines(draft.ownDomains),
    brandTerms: lines(draft.brandTerms),
    bounceReferrers: lines(draft.bounceReferrers),
    internalEmails: lines(draft.internalEmails),
    retentionMonths: retentionMonths === '' ? null : Number(retentionMonths),
    attribution: { milestone: draft.milestone },
  }
}

/** Applies a rule's button to the draft: `add`, `up:1`, `down:0`, `remove:2`. */
export function arrange(draft: RulesDraft, intent: string): RulesDraft {
  const [what, place = ''] = intent.split(':')
  const at = Number(place)
  const rules = [...draft.rules]
  if (what === 'add') rules.push(emptyRule)
  const [rule] = what === 'add' ? [] : rules.splice(at, 1)
  if (rule && what === 'up') rules.splice(Math.max(0, at - 1), 0, rule)
  if (rule && what === 'down') rules.splice(at + 1, 0, rule)
  return { ...draft, rules }
}

/** Errors by form field: an error in a list's entry belongs to the list, with its line number. */
export function errorsOf(fields: Readonly<Record<string, string>>, say: Say<WordKey>): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [path, message] of Object.entries(fields)) {
    const [, list, line] = /^(ownDomains|brandTerms|bounceReferrers|internalEmails)\.(\d+)$/.exec(path) ?? []
    if (list === undefined) errors[path.replace(/^attribution\./, '')] = message
    else errors[list] ??= say('lists.line', { number: Number(line) + 1, message })
  }
  return errors
}
