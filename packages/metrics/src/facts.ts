import { adsFacts } from './ads-sql.ts'
import type { DatasetId } from './catalogue/definition.ts'
import type { Facts, FactsWish } from './dataset-facts.ts'
import { ledgerFacts } from './ledger-sql.ts'
import { reachFacts } from './reach-sql.ts'

const readers: Readonly<Record<DatasetId, (wish: FactsWish) => Facts>> = {
  ledger: ledgerFacts,
  ads: adsFacts,
  reach: reachFacts,
}

/** How to read the rows that are wished for. */
export function factsOf(dataset: DatasetId, wish: FactsWish): Facts {
  return readers[dataset](wish)
}
