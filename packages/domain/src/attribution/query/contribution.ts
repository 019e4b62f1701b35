import { addKnown, type Bound, ledgerSumSql, moneyText, ratioText } from '@tillsight/metrics'
import { z } from 'zod'
import type { ShopContext } from '../../context/index.ts'
import { contributionMetric, contributionSource, type SourceAsk } from '../../journeys/index.ts'
import { readCatalogue, readPlaced } from './booked.ts'
import type { ModelQuery } from './credit-of-model.ts'
import { type Certainty, ContributedPlaceRow, type CreditedPlace, contributedQuery } from './credited.ts'
import type { ContributionFigures, ContributionParts } from './outputs.ts'
import { readKnown } from './read-known.ts'

/** What credited orders contribute before marketing, in millionths, and how far their costs are known. */
export interface Contributed extends Certainty {
  readonly cm2: bigint
}

/** Nothing credited. */
export const noContribution: Contributed = { cm2: 0n, doubt: 0, costed: false, uncosted: false }

/** Adds two contributions; the sum is as uncertain as the worse of them. */
export function addContributed(one: Contributed, other: Contributed): Contributed {
  return {
    cm2: one.cm2 + other.cm2,
    doubt: Math.max(one.doubt, other.doubt),
    costed: one.costed || other.costed,
    uncosted: one.uncosted || other.uncosted,
  }
}

/** A place of a level, and what its credited orders contribute. */
export type ContributedPlace = Omit<CreditedPlace, 'gross' | 'net'> & { readonly contributed: Contributed }

/** Reads what credited orders contribute, by place of a level, under the same model as their credit. */
export async function readContributed(ctx: ShopContext, model: ModelQuery): Promise<ContributedPlace[]> {
  const rows = await readKnown(ctx, contributedQuery(ctx, model.question, model.level), ContributedPlaceRow)
  const known = new Map<CreditedPlace, Certainty>(rows.map((row) => [row, row]))
  // A fitted chain gives every channel a part of all tracked orders.
  const whole = rows
    .filter(({ tracked }) => tracked)
    .map((row) => ({ ...row, cm2: 0n }))
    .reduce(addContributed, noContribution)
  return model.share(rows, 1n).map((place) => {
    const { doubt, costed, uncosted } = known.get(place) ?? whole
    return { ...place, contributed: { cm2: place.gross - place.net, doubt, costed, uncosted } }
  })
}

const bounds = ['exact', 'about', 'at_most'] as const satisfies readonly Bound[]

/** Formats a contribution, with what is left of it after ads; null where no cost of its goods is known. */
export function toContribution(contributed: Contributed, spend: string | null): ContributionFigures {
  const isUnknown = contributed.uncosted && !contributed.costed
  const credited = isUnknown ? null : moneyText(contributed.cm2)
  return {
    credited_cm2: credited,
    profit: credited === null || spend === null ? null : addKnown(credited, negative(spend)),
    poas: ratioText(credited, spend),
    bound: bounds[contributed.doubt] ?? 'exact',
  }
}

function negative(amount: string): string {
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`
}

const FactsRow = z.object({ counted: z.coerce.bigint(), gone: z.coerce.bigint() })

/** What orders contribute by the catalogue, and the parts of it that no model decides. Millionths. */
export interface ContributionFacts {
  readonly booked: bigint
  readonly placed: bigint
  readonly counted: bigint
  readonly cancelled: bigint
}

/** Reads what the orders of some days contribute, whatever the model; undefined where no cost of goods is known. */
export async function readContributionFacts(
  ctx: ShopContext,
  ask: SourceAsk & { readonly currency: string | undefined },
): Promise<ContributionFacts | undefined> {
  const source = contributionSource({ ...ask, withCancelled: true })
  const sql = `SELECT sumIf(whole, cancelled = 0) AS counted, sumIf(whole, cancelled = 1) AS gone FROM ${source.sql}`
  const [booked, placed, [row]] = await Promise.all([
    readCatalogue(ctx, contributionMetric, ask),
    readPlaced(ctx, ask, ledgerSumSql(contributionMetric)),
    readKnown(ctx, { sql, params: source.params }, FactsRow),
  ])
  return booked === null || !row ? undefined : { booked, placed, counted: row.counted, cancelled: row.gone }
}

/** Splits what was booked into its parts, which always add up to it. */
export function closeContribution(
  { booked, placed, counted, cancelled }: ContributionFacts,
  { credited, notTracked }: { readonly credited: bigint; readonly notTracked: bigint },
): ContributionParts {
  return {
    metric: contributionMetric,
    booked: moneyText(booked),
    credited: moneyText(credited),
    not_tracked: moneyText(notTracked),
    cancelled: moneyText(cancelled),
    other_days: moneyText(booked - placed),
    other_touch_days: moneyText(counted - credited - notTracked),
    pending: moneyText(placed - counted - cancelled),
  }
}
