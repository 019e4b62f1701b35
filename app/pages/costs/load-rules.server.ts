import type { CostChanges, CostPreview, CostRulesView } from '@tillsight/domain'
import { whatText } from '../../blocks/cost-changes/change-text.server.ts'
import { labelOf } from '../../blocks/figures-page/dimension-labels.server.ts'
import type { PageQuery } from '../../blocks/figures-page/load-page.server.ts'
import {
  bucketLabel,
  type FigureFormat,
  figureText,
  instantText,
  rangeText,
  shareText,
  toNumber,
} from '../../format/index.ts'
import type { ShopServices } from '../../services.ts'
import { gainText } from './change-text.server.ts'
import type { ChangesModel, RulesModel, SettingsModel, UnknownFee } from './model.ts'
import { ruleFields, ruleText } from './rule-text.server.ts'
import { pageWords } from './words.server.ts'

type Rule = CostRulesView['rules'][number]

/** Rules of these kinds in words; null for somebody who may not see costs. */
export async function loadRules(page: PageQuery, kinds: readonly Rule['kind'][]): Promise<RulesModel | null> {
  const { may, shop, run } = page.services
  if (!may.readCosts) return null
  const [{ rules, latest }, fees] = await Promise.all([
    run('costs.rules'),
    kinds.includes('fee') ? loadFees(page) : { gateways: [], unknown: [] },
  ])
  const format = { ...shop.display, currency: shop.currency }
  return {
    mayEnter: may.enterCosts,
    latest,
    currency: shop.currency,
    rules: rules
      .filter(({ kind }) => kinds.includes(kind))
      .map((rule) => ({ id: rule.id, kind: rule.kind, text: ruleText(rule, format), fields: ruleFields(rule) })),
    ...fees,
  }
}

/** Methods whose providers usually take nothing: proposed, never saved unasked. */
const usuallyFree = new Set(['bacs', 'cheque', 'cod'])

/** Payment methods of the period's orders, and those whose fee is not known. */
async function loadFees({ services, ask }: PageQuery): Promise<Pick<RulesModel, 'gateways' | 'unknown'>> {
  const { interval: _interval, compare: _compare, ...query } = ask(['orders', 'feesUnknown'])
  const { rows = [] } = await services.run('metrics.query', { ...query, dimensions: ['gateway'] })
  const { display } = services.shop
  const named = rows.flatMap(({ dimensions: { gateway = '' }, values }) =>
    gateway === '' ? [] : [{ gateway, orders: toNumber(values['feesUnknown']) ?? 0 }],
  )
  return {
    gateways: named.map(({ gateway }) => gateway),
    unknown: named
      .filter(({ orders }) => orders > 0)
      .toSorted((a, b) => b.orders - a.orders)
      .map(
        ({ gateway, orders }): UnknownFee => ({
          gateway,
          label: labelOf({ dimension: 'gateway', value: gateway, language: display.language }),
          orders: pageWords.say(display.language)('printed.orders', { count: orders }),
          isFree: usuallyFree.has(gateway),
        }),
      ),
  }
}

/** The shop's choices about costs. */
export async function loadSettings({ services }: PageQuery): Promise<SettingsModel | null> {
  if (!services.may.readCosts) return null
  const { settings, latest } = await services.run('costs.rules')
  return {
    mayEnter: services.may.enterCosts,
    mayClose: services.may.closeCosts,
    latest,
    whoDecides: settings.whoDecides,
    restockDefault: settings.restockDefault,
    defaultGrams: settings.defaultGrams === null ? '' : String(settings.defaultGrams),
    closedThrough: settings.closedThrough ?? '',
  }
}

/** What was changed, the newest first. */
export async function loadChanges({ services }: PageQuery): Promise<ChangesModel | null> {
  if (!services.may.readCosts) return null
  const { changes, restating } = await services.run('costs.changes')
  return {
    mayEnter: services.may.enterCosts,
    restating,
    changes: changes.map((change) => printChange(change, services, restating)),
  }
}

function printChange(
  change: CostChanges['changes'][number],
  services: Pick<ShopServices, 'may' | 'shop' | 'catalogue'>,
  restating: boolean,
): ChangesModel['changes'][number] {
  const { may, shop } = services
  const { id, at, by, what, reason, orders, from, to, undone, isUndo, preview } = change
  const { language } = shop.display
  const say = pageWords.say(language)
  const count = say('printed.orders', { count: orders })
  const said = whatText(what, language)
  const range = from === null || to === null ? [] : [rangeText({ from, to }, language)]
  return {
    id,
    when: [instantText(at, shop.zone, language), by ?? say('printed.change.automatic')].join(' · '),
    what: isUndo ? say('printed.change.undone', { what: said }) : said,
    reason,
    reach: orders === 0 ? say('printed.change.none') : [count, ...range].join(' · '),
    delta: deltaText(change, { ...shop.display, currency: shop.currency }, restating),
    told: preview === null ? [] : toldOf(preview, services),
    mayUndo: may.enterCosts && !undone,
    undone,
  }
}

/** Profit and how far costs are known around a change, then each month that it moved. */
function toldOf(
  { from, to, profitBefore, profitAfter, coverageBefore, coverageAfter, byMonth, currency }: CostPreview,
  { shop, catalogue }: Pick<ShopServices, 'shop' | 'catalogue'>,
): ChangesModel['changes'][number]['told'] {
  const format = { ...shop.display, currency }
  const { language } = shop.display
  const money = (value: string | null) => figureText(value, 'money', format)
  const share = (coverage: CostPreview['coverageBefore']) => shareText(coverage?.goods?.exact, '1', format)
  if (profitBefore === null && profitAfter === null) return []
  const profit = catalogue().metrics.find(({ key }) => key === 'netProfit')?.label ?? 'netProfit'
  const range = from === null || to === null ? [] : [rangeText({ from, to }, language)]
  return [
    { label: [profit, ...range].join(' · '), before: money(profitBefore), after: money(profitAfter) },
    {
      label: pageWords.say(language)('printed.change.coverage'),
      before: share(coverageBefore),
      after: share(coverageAfter),
    },
    ...(byMonth.length < 2
      ? []
      : byMonth.map(({ month, before, after }) => ({
          label: bucketLabel({ at: `${month}-01`, interval: 'month', zone: 'UTC', language }).short,
          before: money(before),
          after: money(after),
        }))),
  ]
}

/** What profit gained. A large change is told before that is known. */
function deltaText(
  { orders, delta }: Pick<CostChanges['changes'][number], 'orders' | 'delta'>,
  format: FigureFormat,
  restating: boolean,
): string {
  const say = pageWords.say(format.language ?? 'en')
  if (orders === 0) return ''
  if (Number(delta) !== 0) return say('printed.change.profit', { amount: gainText(delta, format) })
  return say(restating ? 'printed.change.working' : 'printed.change.same')
}
