import type { SqlText } from '@tillsight/attribution'
import type { ShopContext } from '../../context/index.ts'
import { type FittedMarkov, fitMarkov, toEffects } from '../fitted/fit-markov.ts'
import { shareByChain } from '../fitted/fitted-credit.ts'
import type { CreditLevel } from './attribution-query.ts'
import { type CreditedPlace, type CreditQuery, creditedQuery, minorUnit } from './credited.ts'

/** Whether a model requires a fitted chain. */
export function isFitted({ model, survey_base }: Pick<CreditQuery['asked'], 'model' | 'survey_base'>): boolean {
  return model === 'markov' || model === 'markov_local' || (model === 'survey_blend' && survey_base === 'markov_local')
}

/** Adds the chain's removal effects to the query, for weighing single orders. */
export async function withEffects(
  ctx: ShopContext,
  question: CreditQuery,
  options?: { readonly intervals: boolean },
): Promise<{ readonly question: CreditQuery; readonly fit: FittedMarkov | undefined }> {
  if (!isFitted(question.asked)) return { question, fit: undefined }
  const fit = await fitMarkov(ctx, question, options)
  return { question: { ...question, config: { ...question.config, removal_effects: toEffects(fit) } }, fit }
}

/** A question about the credit of places, ready to be read. */
export interface ModelQuery {
  readonly query: SqlText
  readonly level: CreditLevel
  /** What was asked, with what a fitted model weighs single orders by. */
  readonly question: CreditQuery
  /** What the model is fitted to, where it is one that is fitted. */
  readonly fit: FittedMarkov | undefined
  /**
   * What single orders give, as the model has it: channels of `markov` get what the whole chain gives them. Money is divided
   * in whole units of so many millionths, by default the currency's.
   */
  readonly share: (places: readonly CreditedPlace[], unit?: bigint) => readonly CreditedPlace[]
}

/** Asks who earned what under any model that can be asked for. Below channels `markov` is what single orders give. */
export async function toModelQuery(ctx: ShopContext, asked: CreditQuery, level: CreditLevel): Promise<ModelQuery> {
  const isChain = asked.asked.model === 'markov' && level === 'channel'
  const { question, fit } = await withEffects(ctx, asked, { intervals: isChain })
  return {
    query: creditedQuery(ctx, question, level),
    level,
    question,
    fit,
    share: (places, unit = minorUnit(question.currency)) => (isChain && fit ? shareByChain(places, fit, unit) : places),
  }
}
