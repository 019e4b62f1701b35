import { addDecimals } from '@tillsight/core'
import type { RequestedModel } from '@tillsight/domain'
import type { MetricValue } from '@tillsight/metrics'
import { creditNames } from '../../blocks/credit/credit-names.server.ts'
import type { PageQuery } from '../../blocks/figures-page/load-page.server.ts'
import type { Column } from '../../blocks/ledger-tables/columns.server.ts'
import type { TableSpec } from '../../blocks/ledger-tables/load-table.server.ts'
import { toNumber } from '../../format/index.ts'
import type { Say } from '../../language/index.ts'
import type { Language } from '../../language/languages.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

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
export function adsInTable(
  ads: CreditedAds,
  { seeProfit, language }: { readonly seeProfit: boolean; readonly language: Language },
) {
  const { model, products, credited: all, notAttributable } = ads
  const say = pageWords.say(language)
  return {
    columns: adsColumns(creditNames(language).model(model), seeProfit, say),
    besides: ({ cm2 }, row) => {
      const credited = row === undefined ? all : (products.get(row.dimensions['product'] ?? '') ?? '0')
      return { adsCredited: credited, contributionAfterAds: leftAfter(cm2, credited) }
    },
    remainder: {
      label: say('ads.unattributed'),
      detail: say('ads.unattributedAbout'),
      values: { adsCredited: notAttributable },
    },
  } satisfies Partial<TableSpec>
}

function adsColumns(model: string, seeProfit: boolean, say: Say<WordKey>): Column[] {
  const credited: Column = {
    key: 'adsCredited',
    label: say('ads.credited'),
    hint: say('ads.creditedHint', { model }),
    needs: [],
    measure: { unit: 'money', better: 'lower' },
    rank: ({ values }) => toNumber(values['adsCredited']),
    amount: ({ values }) => ({ value: values['adsCredited'] }),
  }
  const left: Column = {
    key: 'contributionAfterAds',
    label: say('ads.left'),
    hint: say('ads.leftHint'),
    needs: ['cm2'],
    measure: { unit: 'money', better: 'higher' },
    rank: ({ values }) => toNumber(values['contributionAfterAds']),
    amount: ({ values, bounds }) => ({ value: values['contributionAfterAds'], bound: bounds?.['cm2'] }),
  }
  return seeProfit ? [credited, left] : [credited]
}

function leftAfter(contribution: MetricValue | undefined, credited: string): string | null {
  if (contribution === null || contribution === undefined) return null
  return addDecimals([String(contribution), credited.startsWith('-') ? credited.slice(1) : `-${credited}`])
}
