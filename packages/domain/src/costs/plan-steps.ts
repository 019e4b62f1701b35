import { randomUUID } from 'node:crypto'
import { AppError, amountText, parseAmount } from '@tillsight/core'
import { addDays, dayOf, parseDay } from '@tillsight/core/days'
import {
  type CostRuleRow,
  type GoodsCostFields,
  type GoodsCostKey,
  listCostRules,
  listGoodsCosts,
} from '@tillsight/database'
import type { z } from 'zod'
import type { ShopContext } from '../context/index.ts'
import { CostSettingsInput, type GoodsCostInput, type RuleKind, ruleInputs } from '../cost-inputs.ts'
import { type GoodsStep, keyText, type Step } from './steps.ts'

// What a change that somebody asks for does to each entry and rule.

/** Where an entry comes from. */
export type GoodsSource = 'entered' | 'file' | 'api' | 'store'

type Asking = Pick<ShopContext, 'queries' | 'shop' | 'clock'>

function keyOf({ scope, ref, source, fromDay, country, minQuantity }: GoodsCostKey): GoodsCostKey {
  return { scope, ref, source, fromDay, country, minQuantity }
}

function fieldsOf(row: GoodsCostFields): GoodsCostFields {
  const { steps, kind, amount, percent, madeOf, currency, seenFrom, note } = row
  return {
    ...keyOf(row),
    steps,
    kind,
    amount: amountText(parseAmount(amount)),
    percent: amountText(parseAmount(percent)),
    // Read again, because the database keeps fields in an order of its own.
    madeOf: madeOf ? madeOf.map(({ variant, quantity }) => ({ variant, quantity })) : null,
    currency,
    seenFrom,
    note,
  }
}

/** What entering and deleting these costs of goods does; entries that stay the same are left out. */
export async function planGoods(
  { queries, shop }: Asking,
  {
    entries,
    remove,
    source,
  }: {
    readonly entries: readonly GoodsCostInput[]
    readonly remove: readonly GoodsCostKey[]
    readonly source: GoodsSource
  },
): Promise<Step[]> {
  const refsOf = (wanted: GoodsCostKey['scope']): string[] => [
    ...new Set([...entries, ...remove].flatMap(({ scope, ref }) => (scope === wanted ? [ref] : []))),
  ]
  const refs = {
    variant: refsOf('variant'),
    product: refsOf('product'),
    supplier: refsOf('supplier'),
    category: refsOf('category'),
  }
  const stored = new Map(
    (await listGoodsCosts(queries, shop.id, refs)).map((row) => [keyText(row), fieldsOf(row)] as const),
  )
  const steps = new Map<string, GoodsStep>()
  for (const { from, currency, amount = '0', percent = '0', madeOf = null, ...input } of entries) {
    const after = fieldsOf({
      ...input,
      source,
      fromDay: from === null ? null : parseDay(from),
      amount,
      percent,
      madeOf,
      currency: currency ?? shop.currency,
      seenFrom: null,
    })
    const key = keyOf(after)
    if (steps.has(keyText(key))) throw twoOfOneDay(after)
    steps.set(keyText(key), { kind: 'goods', key, before: stored.get(keyText(key)) ?? null, after })
  }
  for (const wanted of remove) {
    const key = keyOf(wanted)
    const before = stored.get(keyText(key))
    if (before && !steps.has(keyText(key))) steps.set(keyText(key), { kind: 'goods', key, before, after: null })
  }
  assertFirstSteps(stored, [...steps.values()])
  return [...steps.values()].filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
}

function twoOfOneDay({ ref, fromDay }: GoodsCostFields): AppError {
  return new AppError(
    'conflict',
    `Two costs of ${ref === '' ? 'the shop' : `“${ref}”`} begin ${fromDay === null ? 'at the beginning' : `on ${fromDay}`}, for the same country and quantity. Keep one of them.`,
  )
}

/** What a percentage or parts cost up to a step cannot be told apart. */
export const stepsNeedAmounts = 'Where each piece costs what its own step says, every step needs an amount.'

/** Steps of quantities begin at one piece: else small orders would have no cost. */
function assertFirstSteps(stored: ReadonlyMap<string, GoodsCostFields>, steps: readonly GoodsStep[]): void {
  const later = new Map(stored)
  const touched = new Set<string>()
  for (const { key, after } of steps) {
    touched.add(keyText({ ...key, minQuantity: 1 }))
    if (after) later.set(keyText(key), after)
    else later.delete(keyText(key))
  }
  for (const entry of later.values()) {
    const first = keyText({ ...entry, minQuantity: 1 })
    if (!touched.has(first)) continue
    const own = later.get(first)
    if (own && (entry.steps === 'whole' || own.kind === 'amount')) continue
    if (own) throw new AppError('invalid_input', stepsNeedAmounts, { details: { steps: stepsNeedAmounts } })
    throw new AppError(
      'invalid_input',
      `A cost from ${entry.minQuantity} pieces on needs one from 1 piece on, of the same day and country.`,
      { details: { minQuantity: 'Give the cost of a single piece, too.' } },
    )
  }
}

/**
 * What saving a rule does; without an id it is new. Throws `not_found` for a rule of nobody or of another shop, `conflict` for a
 * second one about the same from the same day on.
 */
export async function planRule(
  { queries, shop }: Asking,
  rule: { readonly id?: string | undefined; readonly kind: RuleKind; readonly body: Readonly<Record<string, unknown>> },
): Promise<Step[]> {
  const all = (await listCostRules(queries, shop.id)).filter(({ kind }) => kind !== 'settings')
  const subject = subjectOf(rule)
  const twin = all.find((row) => row.kind === rule.kind && row.id !== rule.id && subjectOf(row) === subject)
  if (twin && rule.kind !== 'expense') {
    throw new AppError(
      'conflict',
      'There is a rule for the same case from the same day on. Change that one, or choose another day.',
      { details: { from: 'There is a rule from this day on.' } },
    )
  }
  if (rule.id === undefined) return [{ kind: rule.kind, id: randomUUID(), before: null, after: rule.body }]
  const stored = all.find(({ id }) => id === rule.id)
  if (stored?.kind !== rule.kind) throw noRule()
  // Read again, because the database keeps the fields of a document in an order of its own.
  const before = ruleInputs[rule.kind].parse(stored.body)
  return JSON.stringify(before) === JSON.stringify(rule.body)
    ? []
    : [{ kind: rule.kind, id: rule.id, before, after: rule.body }]
}

/** What a rule is about: of two about the same, which counts would be chance. */
export function subjectOf({ body }: { readonly body: Readonly<Record<string, unknown>> }): string {
  return ['gateway', 'type', 'method', 'region', 'from', 'key', 'field']
    .map((name) => (typeof body[name] === 'string' ? body[name] : ''))
    .join('\n')
}

/** What deleting a rule does: as if it never was, or, of an expense, from today on. */
export async function planRemoval(asking: Asking, id: string, from: 'today' | 'ever'): Promise<Step[]> {
  const { kind, body } = await findRule(asking, id)
  if (from === 'ever') return [{ kind: kind as RuleKind, id, before: body, after: null }]
  if (kind !== 'expense')
    throw new AppError('invalid_input', 'Only an expense can end. Delete this rule, or add one that begins later.')
  const before = ruleInputs.expense.parse(body)
  const yesterday = addDays(dayOf(asking.clock.now(), asking.shop.zone), -1)
  if (before.end !== null && before.end <= yesterday) return []
  // What has not begun leaves nothing behind.
  const after = before.start > yesterday ? null : { ...before, end: yesterday as string }
  return [{ kind, id, before, after }]
}

async function findRule({ queries, shop }: Asking, id: string): Promise<CostRuleRow> {
  const found = (await listCostRules(queries, shop.id)).find((row) => row.id === id && row.kind !== 'settings')
  if (found === undefined) throw noRule()
  return found
}

function noRule(): AppError {
  return new AppError('not_found', 'This rule does not exist any more. Somebody may have deleted it.')
}

/** What changing the shop's choices does. */
export async function planSettings(
  { queries, shop }: Asking,
  change: Readonly<Record<string, unknown>>,
): Promise<Step[]> {
  const stored = (await listCostRules(queries, shop.id)).find(({ kind }) => kind === 'settings')
  const before = stored ? CostSettingsInput.parse(stored.body) : null
  const checked = CostSettingsInput.safeParse({ ...before, ...change })
  if (!checked.success) throw wrongFields(checked.error)
  const after = checked.data
  if (JSON.stringify(before ?? CostSettingsInput.parse({})) === JSON.stringify(after)) return []
  return [{ kind: 'settings', id: stored?.id ?? randomUUID(), before, after }]
}

/** What is wrong with the fields of a rule or of the choices. */
export function wrongFields(error: z.ZodError): AppError {
  const details = Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.') || 'body', message]))
  return new AppError('invalid_input', 'Something here is not right; it was not saved.', { details })
}
