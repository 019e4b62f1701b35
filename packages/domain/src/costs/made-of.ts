import { AppError, amountText } from '@tillsight/core'
import { dayOf } from '@tillsight/core/days'
import { costOfMadeOf } from '@tillsight/costs'
import { type Db, type GoodsCostRow, listCostRules, listGoodsCosts, listMadeOf } from '@tillsight/database'
import type { ShopContext, WriteContext } from '../context/index.ts'
import type { GoodsParts } from '../cost-inputs.ts'
import { toCostRules } from '../cost-rules.ts'
import { keyText, type Reach, reachOf, type Step } from './steps.ts'

// Goods that are made of others cost what their parts cost, each by its own dated entries (costs §2.2): what a part costs moves
// orders with what is made of it.

type Parts = Readonly<GoodsParts>

interface Asking {
  readonly queries: Db
  readonly shop: Pick<ShopContext['shop'], 'id'>
}

/** These goods, and those that are made of any of them. */
export async function withMadeOf({ queries, shop }: Asking, goods: readonly string[]): Promise<string[]> {
  const own = new Set(goods)
  const made = (await listMadeOf(queries, shop.id)).filter(({ madeOf }) =>
    madeOf?.some(({ variant }) => own.has(variant)),
  )
  return [...new Set([...goods, ...made.map(({ ref }) => ref)])]
}

/** Which orders steps may move, also by what is made of the goods that they are about. */
export async function findReach(
  { db, shop }: Pick<WriteContext, 'db' | 'shop'>,
  steps: readonly Step[],
): Promise<Reach> {
  const reach = reachOf(steps)
  if (reach.goods === undefined || reach.goods.length === 0) return reach
  return { ...reach, goods: await withMadeOf({ queries: db.kysely, shop }, reach.goods) }
}

/** What is made of others, and the parts of each, once steps are taken. */
async function readMade({ queries, shop }: Asking, steps: readonly Step[]) {
  const made = new Map<string, Pick<GoodsCostRow, 'ref' | 'madeOf'>>()
  for (const row of await listMadeOf(queries, shop.id)) made.set(keyText(row), row)
  for (const step of steps) {
    if (step.kind !== 'goods') continue
    if (step.after?.madeOf) made.set(keyText(step.key), step.after)
    else made.delete(keyText(step.key))
  }
  return [...made.values()]
}

/**
 * Finds parts that are made of others themselves, which are not followed: by what is made of them. That leaves out circles, too.
 */
export async function findNested(asking: Asking, steps: readonly Step[]): Promise<ReadonlyMap<string, string>> {
  if (!steps.some((step) => step.kind === 'goods' && step.after?.madeOf)) return new Map()
  const made = await readMade(asking, steps)
  const refs = new Set(made.map(({ ref }) => ref))
  return new Map(
    made.flatMap(({ ref, madeOf }) => {
      const part = madeOf?.find(({ variant }) => refs.has(variant))
      return part ? [[ref, part.variant] as const] : []
    }),
  )
}

/** Says that a part is made of others itself. */
export function nestedText(part: string): string {
  return `“${part}” is made of other goods itself: name those in its place.`
}

/** Throws `invalid_input` where something would be made of what is made of others itself. */
export async function assertPlainParts(asking: Asking, steps: readonly Step[]): Promise<void> {
  const [nested] = await findNested(asking, steps)
  if (nested === undefined) return
  const [ref, part] = nested
  throw new AppError('invalid_input', `“${ref}” cannot be made of “${part}”. ${nestedText(part)}`, {
    details: { madeOf: nestedText(part) },
  })
}

/** What a piece costs today that is made of others; null: of some part it is not known. */
export type PriceParts = (parts: Parts) => string | null

/** Prepares the costs of today of everything that goods are made of. */
export async function priceParts(
  { db, queries, shop, clock }: Pick<ShopContext, 'db' | 'queries' | 'shop' | 'clock'>,
  all: readonly Parts[],
): Promise<PriceParts> {
  const variant = [...new Set(all.flat().map((part) => part.variant))]
  if (variant.length === 0) return () => null
  const day = dayOf(clock.now(), shop.zone)
  const [goods, rules] = await Promise.all([
    listGoodsCosts(queries, shop.id, { variant, product: [], supplier: [], category: [] }),
    listCostRules(queries, shop.id),
  ])
  const costs = await toCostRules({ db, shop }, { goods, rules, orders: [] }, { days: [day], currencies: [] })
  return (parts) => {
    const { amount, state } = costOfMadeOf(parts, { day, rules: costs })
    return state === 'unknown' ? null : amountText(amount)
  }
}
