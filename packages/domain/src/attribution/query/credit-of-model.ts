import type { ShopContext } from '../../context/index.ts'
import { type FittedMarkov, fitMarkov, toEffects } from '../fitted/fit-markov.ts'
import { shareByChain } from '../fitted/fitted-credit.ts'
import { type CreditedPlace, type CreditQuestion, minorUnit, readCredited } from './credited.ts'
import type { CreditLevel } from './question.ts'

/** Credit under a model, with the chain where it is one that is fitted. */
export interface ModelCredit {
  readonly places: readonly CreditedPlace[]
  readonly fit: FittedMarkov | undefined
}

/** Whether a model needs a chain first. */
export function isFitted({ model, survey_base }: Pick<CreditQuestion['asked'], 'model' | 'survey_base'>): boolean {
  return model === 'markov' || model === 'markov_local' || (model === 'survey_blend' && survey_base === 'markov_local')
}

/** The question with the chain's removal effects, which single orders are weighed by. */
export async function withEffects(
  ctx: ShopContext,
  question: CreditQuestion,
  wishes?: { readonly intervals: boolean },
): Promise<{ readonly question: CreditQuestion; readonly fit: FittedMarkov | undefined }> {
  if (!isFitted(question.asked)) return { question, fit: undefined }
  const fit = await fitMarkov(ctx, question, wishes)
  return { question: { ...question, config: { ...question.config, removal_effects: toEffects(fit) } }, fit }
}

/** Who earned what under any model that can be asked for. Below channels `markov` is what single orders give. */
export async function readModelCredit(
  ctx: ShopContext,
  asked: CreditQuestion,
  level: CreditLevel,
): Promise<ModelCredit> {
  const isChain = asked.asked.model === 'markov' && level === 'channel'
  const { question, fit } = await withEffects(ctx, asked, { intervals: isChain })
  const places = await readCredited(ctx, question, level)
  const chained = isChain && fit ? shareByChain(places, fit, minorUnit(question.currency)) : places
  return { places: chained, fit }
}
