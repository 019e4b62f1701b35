import { isAppError } from '@tillsight/core'
import { labelOf } from '../../blocks/figures-page/dimension-labels.server.ts'
import { figureText } from '../../format/index.ts'
import type { ShopServices } from '../../services.ts'
import type { ShippingTrial } from './model.ts'
import { ruleText } from './rule-text.server.ts'

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
    const said = Object.values(failure.problems).join(' ') || failure.message
    return { typed, said, isWrong: true }
  }
}

async function answer({ run, shop }: ShopServices, typed: Readonly<Record<string, string>>): Promise<string> {
  const { to = '', state = '', kg = '', pieces = '', method = '', paid = '' } = typed
  const [{ amount, rule, currency, state: known }, { rules }] = await Promise.all([
    run('costs.tryShipping', {
      country: to,
      region: state,
      grams: kg === '' ? null : Math.round(Number(kg.replace(',', '.')) * 1000),
      ...(pieces === '' ? {} : { pieces: Number(pieces) }),
      method,
      ...(paid === '' ? {} : { charged: paid.replace(/^(\d+),(\d+)$/, '$1.$2') }),
    }),
    run('costs.rules'),
  ])
  const format = { ...shop.display, currency }
  const country = labelOf({ dimension: 'country', value: to.toUpperCase(), language: 'en' })
  const where = to === '' ? 'An order' : `An order to ${country}`
  const order = `${where}${kg === '' ? '' : `, ${kg} kg`}`
  const shown = rules.filter(({ kind }) => kind === 'shipping')
  const place = shown.findIndex(({ id }) => id === rule)
  const by = shown[place]
  const reason = by ? ` by rule ${place + 1} (${ruleText(by, format)})` : ''
  if (amount === null)
    return `${order}: not known${by ? `, because rule ${place + 1} is in a currency without a rate today` : ', because no rule fits'}.`
  return `${order}: ${known === 'assumed' ? 'about ' : ''}${figureText(amount, 'money', format)}${reason}.`
}
