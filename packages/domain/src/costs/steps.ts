import { type Day, parseDay } from '@tillsight/core/days'
import {
  type Db,
  deleteCostRules,
  deleteGoodsCosts,
  type GoodsCostFields,
  type GoodsCostKey,
  type GoodsCostRow,
  saveCostRules,
  upsertGoodsCosts,
} from '@tillsight/database'
import type { ShopContext } from '../context/index.ts'
import { CostSettingsInput, type RuleKind } from '../cost-inputs.ts'
import type { StoredCosts } from '../cost-rules.ts'

// A change of costs as what each entry and rule was before and is after: previewed, written, and undone the other way round.

/** What one change does to a cost of goods. */
export interface GoodsStep {
  readonly kind: 'goods'
  readonly key: GoodsCostKey
  readonly before: GoodsCostFields | null
  readonly after: GoodsCostFields | null
}

/** What one change does to one entry or rule; null: there is none. */
export type Step =
  | GoodsStep
  | {
      readonly kind: RuleKind | 'settings' | 'order'
      readonly id: string
      readonly before: Readonly<Record<string, unknown>> | null
      readonly after: Readonly<Record<string, unknown>> | null
    }

/** Identifies the entry or rule that a step is about. */
export function nameOfStep(step: Step): string {
  return step.kind === 'goods' ? keyText(step.key) : step.id
}

/** Identifies an entry of the shop. */
export function keyText({ scope, ref, source, fromDay, country, minQuantity }: GoodsCostKey): string {
  return [scope, ref, source, fromDay ?? '', country, minQuantity].join('\n')
}

/** The same steps the other way round. */
export function undoSteps(steps: readonly Step[]): Step[] {
  return steps.map((step) => ({ ...step, before: step.after, after: step.before }) as Step)
}

/** What a shop has told once steps are taken, for booking without writing them. */
export function applySteps(steps: readonly Step[]): (stored: StoredCosts) => StoredCosts {
  const now = new Date(0)
  return ({ goods, rules, orders }) => {
    const own = new Map(goods.map((row) => [keyText(row), row]))
    const all = new Map([...rules, ...orders].map((row) => [row.id, row]))
    for (const step of steps) {
      const common = { id: nameOfStep(step), personId: null, changedAt: now }
      // Holds because the shop of a preview's rows is read by nobody.
      const shopId = '' as GoodsCostRow['shopId']
      if (step.kind === 'goods') {
        if (step.after) own.set(keyText(step.key), { ...step.after, ...common, shopId })
        else own.delete(keyText(step.key))
      } else if (step.after) {
        all.set(step.id, {
          ...common,
          shopId,
          kind: step.kind,
          body: step.after,
          createdAt: all.get(step.id)?.createdAt ?? now,
        })
      } else all.delete(step.id)
    }
    const { order = [], rule = [] } = Object.groupBy(all.values(), ({ kind }) => (kind === 'order' ? 'order' : 'rule'))
    return { goods: [...own.values()], rules: rule, orders: order }
  }
}

/** Writes steps. All or nothing when called within a transaction. */
export async function writeSteps(
  db: Db,
  { shop, personId }: { readonly shop: ShopContext['shop']; readonly personId: GoodsCostRow['personId'] },
  steps: readonly Step[],
): Promise<void> {
  const own = { shopId: shop.id, personId }
  const goods = steps.flatMap((step) => (step.kind === 'goods' ? [step] : []))
  await deleteGoodsCosts(
    db,
    shop.id,
    goods.flatMap(({ key, after }) => (after === null ? [key] : [])),
  )
  await upsertGoodsCosts(
    db,
    goods.flatMap(({ after }) => (after === null ? [] : [{ ...after, ...own }])),
  )
  const rules = steps.flatMap((step) => (step.kind === 'goods' ? [] : [step]))
  await deleteCostRules(
    db,
    shop.id,
    rules.flatMap(({ id, after }) => (after === null ? [id] : [])),
  )
  await saveCostRules(
    db,
    rules.flatMap(({ id, kind, after }) => (after === null ? [] : [{ ...own, id, kind, body: after }])),
  )
}

/** The orders that steps may move: named ones, those of goods, or all from a day on. */
export interface Reach {
  /** The first day that may move; null: since ever. */
  readonly from: Day | null
  /** Only orders with these variants or products; undefined: any goods. */
  readonly goods: readonly string[] | undefined
  /** These orders alone. */
  readonly orders?: readonly string[] | undefined
}

/** Which orders steps may move. */
export function reachOf(steps: readonly Step[]): Reach {
  const moving = steps.filter((step) => !(closedDaysOf(step) && isOnlyClosing(step)))
  const goods = moving.flatMap((step) => (isAboutGoods(step) ? [step.key.ref] : []))
  const orders = moving.flatMap(orderOf)
  if (orders.length === moving.length && orders.length > 0)
    return { from: null, goods: undefined, orders: [...new Set(orders)] }
  return {
    from: moving.flatMap(daysOf).toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1))[0] ?? null,
    goods: moving.every(isAboutGoods) ? [...new Set(goods)] : undefined,
  }
}

/** The order that a step is about; none of any other. */
function orderOf({ kind, before, after }: Step): string[] {
  const body = kind === 'order' ? (after ?? before) : null
  return typeof body?.['order'] === 'string' ? [body['order']] : []
}

function isAboutGoods(step: Step): step is GoodsStep {
  return step.kind === 'goods' && (step.key.scope === 'variant' || step.key.scope === 'product')
}

/** The last closed day before and after a step, if it moves it. */
export function closedDaysOf({
  kind,
  before,
  after,
}: Step): { readonly before: unknown; readonly after: unknown } | undefined {
  if (kind !== 'settings') return undefined
  const [own, next] = [before?.['closedThrough'] ?? null, after?.['closedThrough'] ?? null]
  return own === next ? undefined : { before: own, after: next }
}

/** Closing days changes what may be changed, and no order. */
function isOnlyClosing({ before, after }: Step): boolean {
  const [own, next] = [before, after].map((body) =>
    JSON.stringify({ ...CostSettingsInput.parse(body ?? {}), closedThrough: null }),
  )
  return own === next
}

function daysOf(step: Step): (Day | null)[] {
  if (step.kind === 'goods') return [step.key.fromDay]
  return [step.before, step.after].flatMap((body) => {
    if (body === null) return []
    const day = body['from'] ?? body['start'] ?? null
    return [typeof day === 'string' ? parseDay(day) : null]
  })
}

const names = {
  goods: 'cost of goods',
  fee: 'payment fee',
  shipping: 'shipping rule',
  handling: 'handling rule',
  return: 'rule for returns',
  expense: 'expense per order',
  feeMeta: 'field of payment fees',
  labelMeta: 'field of shipping costs',
  settings: 'settings of costs',
  order: 'cost of an order',
} as const satisfies Record<Step['kind'], string>

/** `3 × cost of goods changed`, `payment fee “stripe” added`. */
export function describeSteps(steps: readonly Step[]): string {
  const kinds = Map.groupBy(steps, (step) => {
    const fate = step.before === null ? 'added' : step.after === null ? 'deleted' : 'changed'
    return `${names[step.kind]}${namedIn(step)} ${fate}`
  })
  return [...kinds].map(([what, { length }]) => (length === 1 ? what : `${length} × ${what}`)).join(', ')
}

/** What a rule is about, where it has a name of its own. */
function namedIn(step: Step): string {
  const body = step.kind === 'fee' || step.kind === 'expense' ? (step.after ?? step.before) : null
  const name = body?.[step.kind === 'fee' ? 'gateway' : 'name']
  return typeof name === 'string' ? ` “${name}”` : ''
}
