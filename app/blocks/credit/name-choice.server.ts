import type { Language } from '../../language/languages.ts'
import { type CreditChoice, creditModel } from './credit-choice.ts'
import { creditWords } from './words.server.ts'

/** An attribution model and its windows in a language: `Linear`, `7-day click, 1-day view`. */
export function nameChoice(
  { model, clicks, views }: Pick<CreditChoice, 'model' | 'clicks' | 'views'>,
  language: Language,
) {
  const say = creditWords.say(language)
  const known = creditModel(model)
  return {
    model: known ? say(`model.${known.id}`) : model,
    window: say('window.both', {
      clicks: clicks === 'ever' ? say('window.ever') : say('window.clicks', { days: Number(clicks) }),
      views: views === '0' ? say('window.no_views') : say('window.views', { days: Number(views) }),
    }),
  }
}
