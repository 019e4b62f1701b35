import { href } from 'react-router'
import { boundsOf, fewOrders, figureText, toNumber } from '../../format/index.ts'
import { textFor } from '../../language/text-for.server.ts'
import { withSearch } from '../../search/index.ts'
import type { Result } from '../../services.ts'
import type { StoryLine } from './model.ts'
import { formatOf, isPartial, metricOf, type SummaryQuery } from './query.server.ts'

interface Question extends Pick<SummaryQuery, 'state'> {
  readonly services: Pick<SummaryQuery['services'], 'shop' | 'catalogue'> & {
    readonly may: Pick<SummaryQuery['services']['may'], 'seeProfit'>
  }
}

/**
 * What changed and why, in at most three sentences chosen by rules from the page's own figures. Without a comparison, and where
 * days of a figure are missing, nothing is said of it.
 */
export function printStory(answer: Result, question: Question, hasCosts: boolean): readonly StoryLine[] {
  const lines = [tellProfit(answer, question), tellSales(answer, question), tellAds(answer, question)]
  return [...lines.flatMap((line) => line ?? []), ...(hasCosts ? [] : askForCosts(answer, question))]
}

function tellProfit(answer: Result, question: Question): StoryLine | undefined {
  const profit = moveOf('netProfit', answer)
  if (profit === undefined || profit.before <= 0 || profit.direction === 'flat') return undefined
  const values = { share: profit.share(question), now: printed('netProfit', answer, question) }
  return lineOf(`story.profit_${profit.direction}`, values, { open: 'netProfit', question })
}

function tellSales(answer: Result, question: Question): StoryLine | undefined {
  const sales = moveOf('sales', answer)
  if (sales === undefined || sales.before <= 0) return undefined
  const told = { open: 'sales', question }
  if (sales.direction === 'flat') return lineOf('story.sales_flat', {}, told)
  const cause = causeOf(sales.direction, answer)
  const share = sales.share(question)
  if (cause === undefined) return lineOf(`story.sales_${sales.direction}`, { share }, told)
  const values = { share, now: printed(cause, answer, question), before: printed(cause, answer.compare, question) }
  return lineOf(`story.sales_${sales.direction}_${cause}`, values, told)
}

/** The part that moved sales most: how many orders there were, or how large one was. Undefined for few orders. */
function causeOf(direction: 'up' | 'down', answer: Result): 'orders' | 'aov' | undefined {
  const [orders, aov] = [moveOf('orders', answer), moveOf('aov', answer)]
  if (orders === undefined || aov === undefined) return undefined
  if (Math.min(orders.now, orders.before) < fewOrders || aov.before <= 0 || aov.now <= 0) return undefined
  const growth = { orders: Math.log(orders.now / orders.before), aov: Math.log(aov.now / aov.before) }
  const cause = Math.abs(growth.orders) >= Math.abs(growth.aov) ? 'orders' : 'aov'
  return growth[cause] > 0 === (direction === 'up') ? cause : undefined
}

function tellAds(answer: Result, question: Question): StoryLine | undefined {
  const [spend, mer] = [moveOf('blendedAdSpend', answer), moveOf('mer', answer)]
  if (spend === undefined || mer === undefined || spend.before <= 0) return undefined
  const values = {
    share: spend.share(question),
    now: printed('mer', answer, question),
    before: printed('mer', answer.compare, question),
  }
  const rest = values.now === values.before ? 'level' : 'moved'
  return lineOf(`story.spend_${spend.direction}_${rest}`, values, { open: 'mer', question })
}

function askForCosts({ totals }: Result, { services }: Question): StoryLine[] {
  const { shop, may } = services
  if (!may.seeProfit || !toNumber(totals['orders'])) return []
  const t = textFor(shop.display.language)
  const to = href('/shop/:domain/costs', { domain: shop.domain })
  return [{ text: t('story.no_costs'), link: t('story.add_costs'), to }]
}

interface Move {
  readonly now: number
  readonly before: number
  readonly direction: 'up' | 'down' | 'flat'
  /** The relative change without its sign, printed. */
  share(question: Question): string
}

/** Below this relative change a figure counts as unchanged. */
const flatBelow = 0.005

/** Undefined where one side is missing, or days of it. */
function moveOf(key: string, answer: Result): Move | undefined {
  const { compare } = answer
  const [now, before] = [toNumber(answer.totals[key]), toNumber(compare?.totals[key])]
  if (now === null || before === null || !compare) return undefined
  if (isPartial(answer, key) || isPartial(compare, key)) return undefined
  const relative = before === 0 ? 0 : (now - before) / Math.abs(before)
  const direction = Math.abs(relative) < flatBelow ? 'flat' : relative > 0 ? 'up' : 'down'
  const share = ({ services: { shop } }: Question) => figureText(Math.abs(relative), 'percent', formatOf(answer, shop))
  return { now, before, direction, share }
}

/** A total of the range or its comparison, in the shop's own writing, with which way it may differ. */
function printed(key: string, side: Result | Result['compare'], { services }: Question): string {
  const unit = metricOf(services.catalogue(), key)?.unit ?? 'count'
  const bound = boundsOf(side ?? {})[key]
  return figureText(side?.totals[key], unit, { ...services.shop.display, bound })
}

interface Told {
  /** The metric whose explanation the sentence leads to. */
  readonly open: string
  readonly question: Question
}

function lineOf(
  key: Parameters<ReturnType<typeof textFor>>[0],
  values: Readonly<Record<string, string>>,
  { open, question }: Told,
): StoryLine {
  const t = textFor(question.services.shop.display.language)
  return { text: t(key, values), link: t('story.why'), to: withSearch(question.state, { open }) }
}
