import { type AppError, isAppError } from '@tillsight/core'
import { figureText } from '../../format/index.ts'
import { translateSentence } from '../../language/server-words.server.ts'
import type { ShopServices } from '../../services.ts'
import type { PartsModel } from './model.ts'
import { tidyAmount } from './rule-text.server.ts'
import { pageWords } from './words.server.ts'

/** Answers `search=tea&part=2 cup`: goods of that name, and what two cups cost. What is wrong with the parts is said in place of their sum. */
export async function loadParts(services: ShopServices, address: URLSearchParams): Promise<PartsModel> {
  const search = (address.get('search') ?? '').slice(0, 80)
  const named = address.getAll('part')
  const chosen = named.join('\n')
  try {
    return { ...(await askParts(services, search, named.map(readPart))), chosen }
  } catch (failure) {
    if (!isAppError(failure) || failure.code !== 'invalid_input') throw failure
    const { language } = services.shop.display
    const sum = translateSentence(firstProblem(failure), language) ?? pageWords.say(language)('refused.parts')
    return { ...(await askParts(services, search, [])), chosen, sum }
  }
}

function firstProblem({ problems, message }: AppError): string {
  return Object.values(problems)[0] ?? message
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
  const say = pageWords.say(shop.display.language)
  const money = (amount: string): string =>
    figureText(tidyAmount(amount), 'money', { ...shop.display, currency: told.currency })
  const costText = (cost: string | null): string => (cost === null ? say('printed.parts.noCost') : money(cost))
  const without = told.parts.filter(({ cost }) => cost === null)
  const unknown =
    without.length === 1 ? say('printed.parts.unknownOne', { name: nameOf(without[0]) }) : say('printed.parts.unknown')
  const sum = told.cost === null ? unknown : say('printed.parts.sum', { amount: money(told.cost) })
  return {
    asked: search.trim(),
    found: told.found.map(({ variant, title, sku, cost }) => ({
      variant,
      name: title || sku || variant,
      about: [sku || say('goods.noSku'), costText(cost)].join(' · '),
    })),
    parts: told.parts.map(({ variant, title, sku, cost }) => ({
      variant,
      name: title || sku || variant,
      cost: cost === null ? say('printed.parts.noCost') : say('printed.parts.together', { amount: money(cost) }),
    })),
    sum,
  }
}

function nameOf(part: { readonly title: string; readonly sku: string; readonly variant: string } | undefined): string {
  return part?.title || part?.sku || part?.variant || ''
}
