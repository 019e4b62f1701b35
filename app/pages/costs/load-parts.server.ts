import { isAppError } from '@tillsight/core'
import { figureText } from '../../format/index.ts'
import type { ShopServices } from '../../services.ts'
import type { PartsModel } from './model.ts'
import { tidyAmount } from './rule-text.server.ts'

const nobodyKnows = 'no cost yet'

/** Answers `search=tea&part=2 cup`: goods of that name, and what two cups cost. What is wrong with the parts is said in place of their sum. */
export async function loadParts(services: ShopServices, address: URLSearchParams): Promise<PartsModel> {
  const search = (address.get('search') ?? '').slice(0, 80)
  const named = address.getAll('part')
  const chosen = named.join('\n')
  try {
    return { ...(await askParts(services, search, named.map(readPart))), chosen }
  } catch (failure) {
    if (!isAppError(failure) || failure.code !== 'invalid_input') throw failure
    const sum = Object.values(failure.problems)[0] ?? failure.message
    return { ...(await askParts(services, search, [])), chosen, sum }
  }
}

/** `2 cup` */
function readPart(text: string) {
  const [, quantity = '', variant = ''] = /^(\S*) (.*)$/s.exec(text) ?? []
  return { variant, quantity: Number(quantity) }
}

async function askParts(
  { run, shop }: ShopServices,
  search: string,
  madeOf: readonly ReturnType<typeof readPart>[],
): Promise<Omit<PartsModel, 'chosen'>> {
  const told = await run('costs.parts', { search, ...(madeOf.length > 0 && { madeOf: [...madeOf] }) })
  const money = (amount: string): string =>
    figureText(tidyAmount(amount), 'money', { ...shop.display, currency: told.currency })
  const costText = (cost: string | null): string => (cost === null ? nobodyKnows : money(cost))
  const without = told.parts.filter(({ cost }) => cost === null)
  return {
    asked: search.trim(),
    found: told.found.map(({ variant, title, sku, cost }) => ({
      variant,
      name: title || sku || variant,
      about: [sku || 'No SKU', costText(cost)].join(' · '),
    })),
    parts: told.parts.map(({ variant, title, sku, cost }) => ({
      variant,
      name: title || sku || variant,
      cost: cost === null ? nobodyKnows : `${money(cost)} together`,
    })),
    sum:
      told.cost === null
        ? `What a piece costs is unknown until ${without.length === 1 ? `“${nameOf(without[0])}” has a cost` : 'its parts have costs'}.`
        : `A piece costs ${money(told.cost)} today.`,
  }
}

function nameOf(part: { readonly title: string; readonly sku: string; readonly variant: string } | undefined): string {
  return part?.title || part?.sku || part?.variant || ''
}
