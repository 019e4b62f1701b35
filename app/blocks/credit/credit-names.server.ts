import type { Language } from '../../language/languages.ts'
import { ownChannelName } from './channels.ts'
import { creditTexts, creditWords } from './words.server.ts'

/** Names of channels and attribution models in one language. */
export interface CreditNames {
  /** `Paid social`; a channel defined by the shop has the name that its rule gives it. */
  readonly channel: (key: string) => string
  /** `Linear`, also for models that can no longer be chosen. */
  readonly model: (id: string) => string
  /** What a channel means, in a sentence; undefined where the name explains it. */
  readonly channelHint: (key: string) => string | undefined
  /** What a model does, in a sentence. */
  readonly about: (id: string) => string
}

/** Names what gives and receives credit, as pages print it; exports and the API have the ids. */
export function creditNames(language: Language): CreditNames {
  const say = creditWords.say(language)
  const known = (key: string) => (isCreditWord(key) ? say(key) : undefined)
  return {
    channel: (key) => known(`channel.${key}`) ?? (ownChannelName(key) || say('channel.unassigned')),
    model: (id) => known(`model.${id}`) ?? id,
    channelHint: (key) => known(`channelHint.${key}`),
    about: (id) => known(`about.${id}`) ?? '',
  }
}

/** Whether there is a text of this key: ids of the shop's own channels have none. */
function isCreditWord(key: string): key is keyof (typeof creditTexts)['en'] {
  return Object.hasOwn(creditTexts.en, key)
}
