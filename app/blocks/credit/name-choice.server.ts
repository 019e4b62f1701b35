import type { Language } from '../../language/languages.ts'
import { type CreditChoice, creditModel, windowText } from './credit-choice.ts'
import { creditWords } from './words.server.ts'

/** An attribution model and its windows in a language: `Linear`, `7-day click, 1-day view`. */
export function nameChoice(choice: Pick<CreditChoice, 'model' | 'clicks' | 'views'>, language: Language) {
  const say = creditWords.say(language)
  const known = creditModel(choice.model)
  return { model: known ? say(`model.${known.id}`) : choice.model, window: windowText(choice, say) }
}
