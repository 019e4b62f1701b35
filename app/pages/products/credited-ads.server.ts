import { addDecimals } from '@tillsight/core'
import type { RequestedModel } from '@tillsight/domain'
import type { MetricValue } from '@tillsight/metrics'
import { modelName } from '../../blocks/credit/credit-choice.ts'
import type { PageQuery } from '../../blocks/figures-page/load-page.server.ts'
import type { Column } from '../../blocks/ledger-tables/columns.server.ts'
import type { TableSpec } from '../../blocks/ledger-tables/load-table.server.ts'
import { toNumber } from '../../format/index.ts'

/** Ad spend credited to products under a model. */
export interface CreditedAds {
  readonly model: RequestedModel
  /** By the product's id. */
  readonly products: ReadonlyMap<string, string>
  readonly credited: string
  readonly notAttributable: string
}

/** Reads the ads credited to the page's products; undefined where filters also choose among orders, or no spend is known. */
export async function readAds(
  { services, ask }: Pick<PageQuery, 'services' | 'ask'>,
  model: RequestedModel,
): Promise<CreditedAds | undefined> {
  const { from, to, currency, filters = [] } = ask([])
  const told = await services.run('product.ads', {
    from,
    to,
    model,
    filters: filters.map((filter) => ({ ...filter, values: [...filter.values] })),
    ...(currency && { currency }),
  })
  if (told === null || told.notAttributable === null) return undefined
  const { notAttributable } = told
  const products = new Map(told.products.map(({ id, credited }) => [id, credited]))
  return { model, products, credited: addDecimals([...products.values()]), notAttributable }
}

/** Parts of a table of products about the ads credited to them. */
export function adsInTable(ads: CreditedAds, seesProfit: boolean) {
  const { model, products, credited: all, notAttributable } = ads
  return {
    columns: adsColumns(modelName(model), seesProfit),
    besides: ({ cm2 }, row) => {
      const credited = row === undefined ? all : (products.get(row.dimensions['product'] ?? '') ?? '0')
      return { adsCredited: credited, contributionAfterAds: leftAfter(cm2, credited) }
    },
    remainder: {
      label: 'Not attributable',
      detail: 'Ad spend that no order gives credit to',
      values: { adsCredited: notAttributable },
    },
  } satisfies Partial<TableSpec>
}

function adsColumns(model: string, seesProfit: boolean): Column[] {
  const credited: Column = {
    key: 'adsCredited',
    label: 'Ads credited',
    hint: `Ad spend by credit under “${model}”: a campaign’s spend is shared among its orders by the value that they credit it with, and within an order by the net value of its goods.`,
    needs: [],
    measure: { unit: 'money', better: 'lower' },
    rank: ({ values }) => toNumber(values['adsCredited']),
    amount: ({ values }) => ({ value: values['adsCredited'] }),
  }
  const left: Column = {
    key: 'contributionAfterAds',
    label: 'After ads',
    hint: 'Contribution after ads: contribution after delivery less the ads credited.',
    needs: ['cm2'],
    measure: { unit: 'money', better: 'higher' },
    rank: ({ values }) => toNumber(values['contributionAfterAds']),
    amount: ({ values, bounds }) => ({ value: values['contributionAfterAds'], bound: bounds?.['cm2'] }),
  }
  return seesProfit ? [credited, left] : [credited]
}

function leftAfter(contribution: MetricValue | undefined, credited: string): string | null {
  if (contribution === null || contribution === undefined) return null
  return addDecimals([String(contribution), credited.startsWith('-') ? credited.slice(1) : `-${credited}`])
}
