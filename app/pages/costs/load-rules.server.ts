import type { CostRulesView, GoodsCosts } from '@tillsight/domain'
import { labelOf } from '../../blocks/figures-page/dimension-labels.server.ts'
import type { PageQuery } from '../../blocks/figures-page/load-page.server.ts'
import { dayText, type FigureFormat, figureText, shareText } from '../../format/index.ts'
import type { ShopServices } from '../../services.ts'
import type { ChangesModel, GoodsModel, RulesModel, SettingsModel } from './model.ts'

const rowsShown = 200

/** Goods of the page's period with their costs, for editing; null for somebody who may not see costs. */
export async function loadGoods({ services, range }: PageQuery): Promise<GoodsModel | null> {
  const { may, shop } = services
  if (!may.readCosts) return null
  const found = await services.run('costs.goods', { ...range, limit: rowsShown })
  const format = { ...shop.display, currency: found.currency }
  const margin = found.general.find(({ scope, kind, from }) => scope === 'shop' && kind === 'percent' && from === null)
  return {
    mayEnter: may.enterCosts,
    currency: found.currency,
    total: found.total,
    shown: found.rows.length,
    margin: margin ? String(Number(margin.percent)) : '',
    rows: found.rows.map((row) => printRow(row, format)),
  }
}

const sources: Readonly<Record<string, string>> = {
  entered: 'entered here',
  file: 'from a file',
  api: 'by the API',
  store: 'from the store',
}

function printRow(row: GoodsCosts['rows'][number], format: FigureFormat): GoodsModel['rows'][number] {
  const { now, net, unknown, assumed } = row
  return {
    variant: row.variant,
    title: row.title || 'Without a name',
    sku: row.sku,
    units: figureText(row.units, 'count', format),
    net: figureText(net, 'money', format),
    cost: now === null ? '' : tidy(now.amount),
    about:
      now === null
        ? Number(assumed) > 0
          ? 'by the usual share'
          : ''
        : `${now.from === null ? 'since ever' : `since ${dayText(now.from)}`}, ${sources[now.source] ?? now.source}${now.currency === format.currency ? '' : `, in ${now.currency}`}`,
    state: Number(unknown) > 0 ? 'unknown' : Number(assumed) > 0 ? 'assumed' : 'exact',
    share: shareText(unknown, net, format),
  }
}

/** `12.500000` as people type it. */
function tidy(amount: string): string {
  return amount.replace(/(\.\d\d)0+$/, '$1')
}

type Rule = CostRulesView['rules'][number]

/** Rules of these kinds in words; null for somebody who may not see costs. */
export async function loadRules(
  { services, ask }: PageQuery,
  kinds: readonly Rule['kind'][],
): Promise<RulesModel | null> {
  const { may, shop } = services
  if (!may.readCosts) return null
  const { interval: _interval, compare: _compare, ...query } = ask(['orders'])
  const [{ rules }, seen] = await Promise.all([
    services.run('costs.rules'),
    kinds.includes('fee') ? services.run('metrics.query', { ...query, dimensions: ['gateway'] }) : undefined,
  ])
  return {
    mayEnter: may.enterCosts,
    currency: shop.currency,
    rules: rules
      .filter(({ kind }) => kinds.includes(kind))
      .map((rule) => ({ id: rule.id, kind: rule.kind, text: ruleText(rule, services) })),
    gateways: (seen?.rows ?? []).flatMap(({ dimensions: { gateway = '' } }) => (gateway === '' ? [] : [gateway])),
  }
}

/** `Stripe: 1.4 % + 0.25 since ever; nothing comes back with refunds`. */
function ruleText({ kind, body }: Rule, { shop }: ShopServices): string {
  const text = (name: string): string => String(body[name] ?? '')
  const money = (name: string): string =>
    figureText(text(name) || '0', 'money', { ...shop.display, currency: text('currency') || shop.currency })
  const percent = (name: string): string => `${Number(text(name) || 0)} %`
  const from = text('from') === '' ? 'since ever' : `from ${dayText(text('from'))}`
  const where = text('region') === '' ? 'everywhere' : `to ${text('region')}`
  switch (kind) {
    case 'fee': {
      const name =
        text('gateway') === '*'
          ? 'Every method, for the platform'
          : labelOf({ dimension: 'gateway', value: text('gateway'), language: 'en' })
      const more = Number(text('foreignCard')) > 0 ? `, + ${percent('foreignCard')} for foreign cards` : ''
      return `${name}: ${percent('percent')} + ${money('fixed')}${more}, ${from}; ${refunds[text('refund')] ?? ''}`
    }
    case 'shipping':
      return `${shippingText(body, money)}, ${where}, ${from}`
    case 'handling':
      return `${money('perOrder')} an order and ${money('perUnit')} a piece, ${from}`
    case 'return':
      return `A label of ${money('label')} for each order with returned goods, ${where}, ${from}`
    case 'expense':
      return `${text('name')}: ${text('kind') === 'percent' ? `${percent('percent')} of goods` : `${money('amount')} ${expenses[text('kind')] ?? ''}`}, from ${dayText(text('start'))}`
  }
}

const refunds: Readonly<Record<string, string>> = {
  kept: 'nothing comes back with refunds',
  percent: 'the percentage comes back with refunds',
  all: 'all comes back with a full refund',
}

const expenses: Readonly<Record<string, string>> = {
  perOrder: 'an order',
  perPaidOrder: 'a paid order',
  perUnit: 'a piece',
}

function shippingText(body: Rule['body'], money: (name: string) => string): string {
  switch (body['type']) {
    case 'table': {
      const bands = Array.isArray(body['bands']) ? body['bands'].length : 0
      return `By weight in ${bands} ${bands === 1 ? 'step' : 'steps'}`
    }
    case 'method':
      return `${money('amount')} by ${String(body['method'])}`
    case 'perUnit':
      return `${money('amount')} a piece`
    case 'asCharged':
      return 'As much as the buyer paid'
    case 'nothing':
      return 'Nothing'
    default:
      return `${money('amount')} an order`
  }
}

/** The shop's choices about costs. */
export async function loadSettings({ services }: PageQuery): Promise<SettingsModel | null> {
  if (!services.may.readCosts) return null
  const { settings } = await services.run('costs.rules')
  return {
    mayEnter: services.may.enterCosts,
    whoDecides: settings.whoDecides,
    restockDefault: settings.restockDefault,
    defaultGrams: settings.defaultGrams === null ? '' : String(settings.defaultGrams),
    closedThrough: settings.closedThrough ?? '',
  }
}

/** What was changed, the newest first. */
export async function loadChanges({ services }: PageQuery): Promise<ChangesModel | null> {
  const { may, shop } = services
  if (!may.readCosts) return null
  const { changes, restating } = await services.run('costs.changes')
  return {
    mayEnter: may.enterCosts,
    restating,
    changes: changes.map(({ id, at, by, what, reason, orders, from, to, delta, undone, isUndo }) => ({
      id,
      when: dayText(at.slice(0, 10)),
      who: by ?? 'Not by a person',
      what: isUndo ? `Undone: ${what}` : what,
      reason,
      orders: figureText(orders, 'count', shop.display),
      days: from === null || to === null ? '' : from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`,
      delta: `${delta.startsWith('-') ? '' : '+'}${figureText(delta, 'money', { ...shop.display, currency: shop.currency })}`,
      mayUndo: may.enterCosts && !undone,
      undone,
    })),
  }
}
