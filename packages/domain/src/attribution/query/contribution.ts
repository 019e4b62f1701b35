import { ledgerSum, moneyText } from '@tillsight/metrics'
import { z } from 'zod'
import type { ShopContext } from '../../context/index.ts'
import { contributionMetric, contributionSource, type SourceAsk } from '../../journeys/index.ts'
import { readCatalogue, readPlaced } from './booked.ts'
import type { ModelQuery } from './credit-of-model.ts'
import { ContributedPlaceRow, type CreditedPlace, contributedQuery } from './credited.ts'
import { addContributed, type Certainty, type Contributed, noContribution } from './figures.ts'
import type { ContributionParts } from './outputs.ts'
import { readKnown } from './read-known.ts'

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

const FactsRow = z.object({ counted: z.coerce.bigint(), gone: z.coerce.bigint() })

/** What the orders of a result contribute. */
export interface ContributionSet {
  readonly credited: Contributed
  readonly notTracked: Contributed
  readonly facts: ContributionFacts | undefined
}

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
    readPlaced(ctx, ask, ledgerSum(contributionMetric)),
    readKnown(ctx, { sql, params: source.params }, FactsRow),
  ])
  return booked === null || !row ? undefined : { booked, placed, counted: row.counted, cancelled: row.gone }
}

/** Splits what was booked into its parts, which always add up to it. */
export function closeContribution(
  { booked, placed, counted, cancelled }: ContributionFacts,
  { credited, notTracked }: Pick<ContributionSet, 'credited' | 'notTracked'>,
): ContributionParts {
  return {
    metric: contributionMetric,
    booked: moneyText(booked),
    credited: moneyText(credited.cm2),
    not_tracked: moneyText(notTracked.cm2),
    cancelled: moneyText(cancelled),
    other_days: moneyText(booked - placed),
    other_touch_days: moneyText(counted - credited.cm2 - notTracked.cm2),
    pending: moneyText(placed - counted - cancelled),
  }
}
