import { isAppError } from '@tillsight/core'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { labelOf } from '../../blocks/figures-page/dimension-labels.server.ts'
import { figureText } from '../../format/index.ts'
import type { Language } from '../../language/index.ts'
import type { ShopServices } from '../../services.ts'
import type { ShippingTrial } from './model.ts'
import { ruleText } from './rule-text.server.ts'
import { pageWords } from './words.server.ts'

const names = ['to', 'state', 'kg', 'pieces', 'method', 'paid'] as const
const untried: ShippingTrial = { typed: {}, said: null, isWrong: false }

/**
 * Answers `try=1&to=AT&kg=2.3`: what shipping such an order would cost today, and by which of the rules as the page lists them. Null
 * for somebody who may not see costs.
 */
export async function tryShipping(services: ShopServices, address: URLSearchParams): Promise<ShippingTrial | null> {
  if (!services.may.readCosts) return null
  if (!address.has('try')) return untried
  const typed = Object.fromEntries(names.map((name) => [name, (address.get(name) ?? '').trim()]))
  try {
    return { typed, said: await answer(services, typed), isWrong: false }
  } catch (failure) {
    if (!isAppError(failure) || failure.code !== 'invalid_input') throw failure
    const { message, fields } = wordRefusal(failure, { language: services.shop.display.language }).body
    const said = [...new Set(Object.values(fields))].join(' ') || message
    return { typed, said, isWrong: true }
  }
}

type Typed = Readonly<Record<string, string>>

async function answer({ run, shop }: ShopServices, typed: Typed): Promise<string> {
  const [{ amount, rule, currency, state }, { rules }] = await Promise.all([
    run('costs.tryShipping', orderOf(typed)),
    run('costs.rules'),
  ])
  const format = { ...shop.display, currency }
  const shown = rules.filter(({ kind }) => kind === 'shipping')
  const place = shown.findIndex(({ id }) => id === rule)
  const by = shown[place]
  const say = pageWords.say(shop.display.language)
  const order = orderText(typed, shop.display.language)
  if (by === undefined) return say('printed.try.noRule', { order })
  const number = place + 1
  if (amount === null) return say('printed.try.noRate', { order, number })
  const bound = state === 'assumed' ? 'about' : 'exact'
  const cost = figureText(amount, 'money', { ...format, bound })
  return say('printed.try.cost', { order, amount: cost, number, rule: ruleText(by, format) })
}

function orderOf({ to = '', state = '', kg = '', pieces = '', method = '', paid = '' }: Typed) {
  return {
    country: to,
    region: state,
    grams: kg === '' ? null : Math.round(Number(kg.replace(',', '.')) * 1000),
    ...(pieces === '' ? {} : { pieces: Number(pieces) }),
    method,
    ...(paid === '' ? {} : { charged: paid.replace(/^(\d+),(\d+)$/, '$1.$2') }),
  }
}

function orderText({ to = '', kg = '' }: Typed, language: Language): string {
  const say = pageWords.say(language)
  const country = labelOf({ dimension: 'country', value: to.toUpperCase(), language })
  const order = to === '' ? say('printed.try.any') : say('printed.try.to', { country })
  return kg === '' ? order : say('printed.try.weight', { order, weight: kg })
}
