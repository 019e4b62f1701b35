import { isAppError } from '@tillsight/core'
import type { Survey } from '@tillsight/domain'
import { storePlatforms } from '@tillsight/platforms'
import { creditNames } from '../../blocks/credit/credit-names.server.ts'
import { fillStep, shownKind } from '../../blocks/install/load-install.server.ts'
import type { Say } from '../../language/index.ts'
import type { ShopServices } from '../../services.ts'
import { draftOf } from './draft.ts'
import type { QuestionDraft, SurveyInstall, SurveySetup } from './model.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

interface SetupRequest {
  readonly services: ShopServices
  readonly survey: Survey
  readonly params: URLSearchParams
}

/** Setup of the survey; the address selects the kind of shop. */
export async function loadSurveySetup({ services, survey, params }: SetupRequest): Promise<SurveySetup> {
  const done = params.get('done')
  const { language } = services.shop.display
  const say = pageWords.say(language)
  const names = creditNames(language)
  return {
    domain: services.shop.domain,
    mayChange: services.may.changeTracking,
    question: offeredDraft(survey, say),
    version: survey.question.version,
    mappings: survey.mappings,
    channels: survey.channels.map((value) => ({ value, label: names.channel(value) })),
    install: await loadInstall(services, params),
    done: done === 'question' || done === 'mappings' ? say(`done.${done}`) : null,
  }
}

/** The usual question is offered in the language of the page, until the shop saves one: most shops speak that of their owner. */
function offeredDraft(survey: Survey, say: Say<WordKey>): QuestionDraft {
  const draft = draftOf(survey)
  if (survey.question.version > 0) return draft
  const options = draft.options.map(({ id, label }) => ({ id, label: isUsual(id) ? say(usualWords[id]) : label }))
  return { ...draft, text: say('printed.usual.question'), options }
}

const usualWords = {
  search: 'printed.usual.search',
  meta_ad: 'printed.usual.meta_ad',
  tiktok: 'printed.usual.tiktok',
  youtube: 'printed.usual.youtube',
  friend: 'printed.usual.friend',
  podcast: 'printed.usual.podcast',
  creator: 'printed.usual.creator',
  print_tv_radio: 'printed.usual.print_tv_radio',
  in_a_shop: 'printed.usual.in_a_shop',
  ai_assistant: 'printed.usual.ai_assistant',
} as const satisfies Record<string, WordKey>

function isUsual(id: string): id is keyof typeof usualWords {
  return Object.hasOwn(usualWords, id)
}

async function loadInstall(services: ShopServices, params: URLSearchParams): Promise<SurveyInstall> {
  const kind = shownKind(params, services.shop.platform)
  const store = storePlatforms.find(({ id }) => id === kind)
  try {
    const { survey: snippet, surveyLink: link, isPublic } = await services.trackingInstallation(kind, 'required')
    const steps = store ? store.surveySteps.map((step) => fillStep(step, { link })) : null
    return { kind, code: { snippet, link, isPublic, steps } }
  } catch (failure) {
    // All keys of the shop are revoked: the question can still be edited.
    if (!isAppError(failure) || failure.code !== 'not_found') throw failure
    return { kind, code: null }
  }
}
