import { answerCases } from './answers.ts'
import type { Cases } from './case.ts'
import { commandCases } from './commands.ts'
import { creditCases } from './credit-queries.ts'
import { factCases } from './facts.ts'
import { identityCases } from './identity.ts'
import { metricCases } from './metric-queries.ts'
import { pageCases } from './pages.ts'
import type { productParts, sourceParts } from './part-names.ts'
import type { FrozenProduct } from './product.ts'

/** Parts that need nothing but the source. */
export const ofSource: Readonly<Record<(typeof sourceParts)[number], () => Cases>> = {
  queries: queryCases,
  identity: identityCases,
}

/** Parts that look at the running product. */
export const ofProduct: Readonly<Record<(typeof productParts)[number], (product: FrozenProduct) => Cases>> = {
  facts: factCases,
  api: answerCases,
  commands: commandCases,
  html: pageCases,
}

async function* queryCases(): Cases {
  yield* metricCases()
  yield* creditCases()
}
