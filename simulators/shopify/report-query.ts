import { addDays, type Day, dayOf, listDays, parseDay } from '@tillsight/core/days'
import { dimensions, metrics, type ReportCondition, type ReportScope } from './report-rows.ts'
import type { ShopWorld } from './shop-world.ts'

/** A ShopifyQL query as far as it is understood here. */
export interface ReportQuery extends ReportScope {
  readonly show: readonly string[]
  readonly by: readonly string[]
  /** Days without sales have a row too. */
  readonly fillsDays: boolean
  readonly days: readonly Day[]
  readonly order: { readonly column: string; readonly isDescending: boolean } | undefined
  readonly limit: number
  readonly offset: number
}

const keywords = /\b(FROM|SHOW|WHERE|SINCE|UNTIL|GROUP BY|TIMESERIES|ORDER BY|LIMIT|OFFSET|WITH)\b/i
/** Shopify gives this many rows where the query does not say. */
const defaultLimit = 1000

type Problem = { readonly problem: string }

/** Reads `FROM sales SHOW … [WHERE …] [SINCE …] [UNTIL …] [GROUP BY …] [TIMESERIES day] [ORDER BY …] [LIMIT …]`. */
export function readReportQuery(text: string, world: ShopWorld): ReportQuery | Problem {
  const clauses = clausesOf(text)
  const clause = (name: string, otherwise = ''): string => clauses.get(name) ?? otherwise
  const show = list(clause('SHOW'))
  const by = [...list(clause('GROUP BY')), ...list(clause('TIMESERIES'))]
  const unknown = show.find((name) => !metrics[name]) ?? by.find((name) => !dimensions[name])
  if (unknown !== undefined) return { problem: `Line 1 Column 1: Column Not Found: ${unknown}` }
  const today = dayOf(world.platform.clock.now(), world.site.zone)
  const from = readDay(clause('SINCE', '-30d'), today)
  const to = readDay(clause('UNTIL', 'today'), today)
  const where = readConditions(clause('WHERE'))
  const isReadable = clause('FROM').toLowerCase() === 'sales' && show.length > 0
  if (!isReadable || !from || !to || !where) return { problem: `Line 1 Column 1: Syntax error in "${text}"` }
  return {
    show,
    by,
    from,
    to,
    where,
    fillsDays: clause('TIMESERIES') === 'day' && by.length === 1,
    days: from <= to ? listDays({ from, to }) : [],
    order: readOrder(clause('ORDER BY')),
    limit: Number(clause('LIMIT', String(defaultLimit))),
    offset: Number(clause('OFFSET', '0')),
  }
}

function readOrder(text: string): ReportQuery['order'] {
  const [column, direction = ''] = text.split(/\s+/)
  return column ? { column, isDescending: direction.toUpperCase() === 'DESC' } : undefined
}

function clausesOf(text: string): Map<string, string> {
  const parts = text.split(keywords)
  const clauses = new Map<string, string>()
  for (let at = 1; at < parts.length; at += 2)
    clauses.set((parts[at] ?? '').toUpperCase(), (parts[at + 1] ?? '').trim())
  return clauses
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function readDay(text: string, today: Day): Day | undefined {
  if (text === 'today') return today
  if (text === 'yesterday') return addDays(today, -1)
  const back = /^-(\d+)d$/.exec(text)
  if (back) return addDays(today, -Number(back[1]))
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseDay(text) : undefined
}

/** `a = 'x' AND b IN (1, 2)`; undefined for anything else. */
function readConditions(text: string): ReportCondition[] | undefined {
  const conditions: ReportCondition[] = []
  for (const part of text.split(/\s+AND\s+/i)) {
    if (part === '') continue
    const found = /^(\w+)\s*(?:=\s*(.+)|IN\s*\((.+)\))$/is.exec(part.trim())
    if (!found || !dimensions[found[1] ?? '']) return undefined
    const values = (found[2] ?? found[3] ?? '').split(',').map((value) => value.trim().replace(/^'(.*)'$/, '$1'))
    conditions.push({ column: found[1] ?? '', values: new Set(values) })
  }
  return conditions
}
