import { addAmounts, amountText, parseAmount } from '@tillsight/core'
import type { OriginsResult } from '@tillsight/domain'
import type { Text } from '../../language/text.ts'

/** Texts as the store has them, empty where it wrote nothing; revenue is null where a day of it has no exchange rate. */
export type OriginRow = OriginsResult['rows'][number]

/** Rows with the same name, added up. */
export interface OriginGroup {
  readonly key: string
  readonly label: string
  readonly kind: string
  readonly orders: number
  /** Decimal text; null where part of it is unknown. */
  readonly revenue: string | null
}

const kinds = ['utm', 'organic', 'referral', 'typein', 'admin', 'mobile_app'] as const

/** The store's name for the type of a visit's source. */
function kindOf({ sourceType }: Pick<OriginRow, 'sourceType'>, t: Text): string {
  const known = kinds.find((kind) => kind === sourceType)
  return known ? t(`origin.${known}`) : sourceType || t('origin.nothing')
}

/** Whether the store recorded a source for the row's orders. */
export function isRecorded({ sourceType, source }: Pick<OriginRow, 'sourceType' | 'source'>): boolean {
  return sourceType !== '' || source !== ''
}

/** Orders by source and medium; orders without a record are the last group, which always exists. */
export function groupBySource(rows: readonly OriginRow[], t: Text): readonly OriginGroup[] {
  const named = rows.filter(isRecorded).map((row) => ({ row, label: sourceLabel(row, t) }))
  return [...addUp(named, t), unrecorded(rows, t)]
}

/** Orders by campaign; those with a source but no campaign are one row, those without a record another. */
export function groupByCampaign(rows: readonly OriginRow[], t: Text): readonly OriginGroup[] {
  const recorded = rows.filter(isRecorded)
  const named = recorded
    .filter(({ campaign }) => campaign !== '')
    .map((row) => ({ row, label: `${row.campaign} · ${sourceLabel(row, t)}` }))
  const without = recorded.filter(({ campaign }) => campaign === '')
  const rest = {
    ...addRows(without),
    key: 'no-campaign',
    label: t('origin.no_campaign'),
    kind: t('origin.others'),
  }
  return [...addUp(named, t), ...(without.length > 0 ? [rest] : []), unrecorded(rows, t)]
}

function sourceLabel({ sourceType, source, medium }: OriginRow, t: Text): string {
  const name = source.replace(/^\((.*)\)$/, '$1')
  if (name === '' || name === 'direct')
    return sourceType === 'typein' || name === 'direct' ? t('origin.typein') : kindOf({ sourceType }, t)
  return medium === '' ? name : `${name} / ${medium}`
}

interface Named {
  readonly row: OriginRow
  readonly label: string
}

function addUp(named: readonly Named[], t: Text): readonly OriginGroup[] {
  const groups = Map.groupBy(named, ({ row, label }) => `${row.sourceType}\n${label}`)
  const added = [...groups].flatMap(([key, members]) => {
    const [first] = members
    return first
      ? [{ ...addRows(members.map(({ row }) => row)), key, label: first.label, kind: kindOf(first.row, t) }]
      : []
  })
  return added.toSorted((a, b) => b.orders - a.orders)
}

function unrecorded(rows: readonly OriginRow[], t: Text): OriginGroup {
  const without = rows.filter((row) => !isRecorded(row))
  return { ...addRows(without), key: 'not-recorded', label: t('origin.not_recorded'), kind: t('origin.nothing') }
}

/** Sums of the rows' orders and revenue. */
export function addRows(rows: readonly Pick<OriginRow, 'orders' | 'revenue'>[]) {
  const known = rows.flatMap(({ revenue }) => (revenue === null ? [] : [parseAmount(revenue)]))
  return {
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
    revenue: known.length < rows.length ? null : amountText(addAmounts(...known)),
  }
}
