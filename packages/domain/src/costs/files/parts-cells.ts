import type { ShopContext } from '../../context/index.ts'
import type { GoodsParts } from '../../cost-inputs.ts'
import { findKnownGoods } from '../goods-costs.ts'
import { findVariants } from './goods-names.ts'

// What goods are made of as one cell: `CUP*2 + TEA`. Goods go by their SKU; where that does not say which, by `id:` and their id.

const byId = 'id:'
const mark = /\s\+\s/
const counted = /^(.*?)(?:\s*\*\s*(\d{1,9}))?$/s

/** A part as it stands in a cell. */
interface WrittenPart {
  readonly name: string
  readonly quantity: number
}

/** The parts that a cell names. */
export function splitParts(cell: string): WrittenPart[] {
  return cell.split(mark).map((text) => {
    const [, name = '', quantity = '1'] = counted.exec(text.trim()) ?? []
    return { name: name.trim(), quantity: Number(quantity) }
  })
}

/** Whether a SKU would be read back from a cell as it is. */
function isPlain(sku: string): boolean {
  const [own, ...others] = splitParts(sku)
  return sku !== '' && !sku.startsWith(byId) && others.length === 0 && own?.name === sku && !/^\+|\+$/.test(sku)
}

/** The variants that are meant, or why it is not clear which. */
export type PartNames = (
  name: string,
) => { readonly variant: string; readonly problem?: never } | { readonly variant?: never; readonly problem: string }

/** Finds the variants that these cells name. */
export async function namePartsIn(ctx: ShopContext, cells: readonly string[]): Promise<PartNames> {
  const names = [...new Set(cells.flatMap(splitParts).map(({ name }) => name))]
  const skus = await findVariants(
    ctx,
    names.filter((name) => !name.startsWith(byId)),
  )
  const ids = names.map((name) => (name.startsWith(byId) ? name.slice(byId.length) : name))
  const known = await findKnownGoods(ctx, ids)
  return (name) => {
    const own = name.startsWith(byId) ? [] : (skus.get(name) ?? [])
    if (own.length > 1)
      return { problem: `Several variants share the SKU “${name}”: name the one by ${byId} and its id.` }
    const [variant] = own
    if (variant !== undefined) return { variant }
    const id = name.startsWith(byId) ? name.slice(byId.length) : name
    return known.has(id) ? { variant: id } : { problem: `The shop has no goods “${name}”. Write it like CUP*2 + TEA.` }
  }
}

/** Prepares printing what goods are made of: {@link namePartsIn} reads the same parts from it. */
export async function printParts(
  ctx: ShopContext,
  {
    parts,
    names,
  }: { readonly parts: Readonly<GoodsParts>; readonly names: ReadonlyMap<string, { readonly sku: string }> },
): Promise<(parts: Readonly<GoodsParts>) => string> {
  const skuOf = (variant: string): string => names.get(variant)?.sku ?? ''
  const bearers = await findVariants(ctx, [...new Set(parts.map(({ variant }) => skuOf(variant)).filter(isPlain))])
  const nameOf = (variant: string): string => {
    const own = bearers.get(skuOf(variant)) ?? []
    return own.length === 1 && own[0] === variant ? skuOf(variant) : `${byId}${variant}`
  }
  return (all) => all.map(({ variant, quantity }) => `${nameOf(variant)}*${quantity}`).join(' + ')
}
