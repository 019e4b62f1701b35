import { AppError } from '@tillsight/core'
import type { SettingsPreview } from '@tillsight/domain'
import { data, href, redirect } from 'react-router'
import { creditNames } from '../../blocks/credit/credit-names.server.ts'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { figureText } from '../../format/index.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { formText, guarded } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import type { Route } from './+types/route.ts'
import {
  arrange,
  changeOf,
  draftOf,
  errorsOf,
  type MovesModel,
  type RulesModel,
  type RulesOutcome,
  readDraft,
} from './draft.ts'
import { RulesPage } from './rules-page.tsx'
import { pageWords } from './words.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const model = await loadRules(services, args.url.searchParams)
  return { model, words: pageWords.words(services.shop.display.language) }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const change = await changeRules(services, args.request)
  if ('outcome' in change) return data({ outcome: change.outcome }, { status: change.status })
  return redirect(`${href('/shop/:domain/tracking/rules', { domain: services.shop.domain })}?done=${change.done}`)
})

export default function TrackingRulesRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WordsProvider words={loaderData.words}>
      <Title />
      <RulesPage model={loaderData.model} outcome={actionData?.outcome} />
    </WordsProvider>
  )
}

function Title() {
  const t = useWords()
  return <PageTitle>{t('title')}</PageTitle>
}

/** Data of the page before a form is submitted. */
async function loadRules(services: ShopServices, params: URLSearchParams): Promise<RulesModel> {
  const { settings, knownDomains } = await services.run('tracking.settings')
  return {
    domain: services.shop.domain,
    draft: draftOf(settings),
    knownDomains,
    mayChange: services.may.changeTracking,
    isSaved: params.get('done') === 'saved',
  }
}

/** Result of a form: saved, or the same page with an outcome. */
type RulesChange = { readonly done: 'saved' } | { readonly outcome: RulesOutcome; readonly status: number }

/** Runs a form of the page. What the person can fix is an outcome; everything else is rethrown. */
async function changeRules(services: ShopServices, request: Request): Promise<RulesChange> {
  const form = await request.formData()
  const draft = readDraft(form)
  const intent = formText(form, 'intent')
  if (/^(?:add|(?:up|down|remove):\d{1,3})$/.test(intent))
    return { outcome: { draft: arrange(draft, intent), errors: {} }, status: 200 }
  try {
    if (intent === 'save') {
      await services.run('tracking.saveSettings', changeOf(draft))
      return { done: 'saved' }
    }
    if (intent !== 'preview')
      throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
    const preview = await services.run('tracking.previewSettings', changeOf(draft))
    return { outcome: { draft, errors: {}, preview: printMoves(preview, services) }, status: 200 }
  } catch (refusal) {
    const { language } = services.shop.display
    const { body, status } = wordRefusal(refusal, { language })
    return {
      outcome: {
        draft,
        errors: errorsOf(body.fields, pageWords.say(language)),
        message: body.message,
      },
      status,
    }
  }
}

function printMoves({ days, touches, moved, moves }: SettingsPreview, { shop }: ShopServices): MovesModel {
  const count = (value: number) => figureText(value, 'count', shop.display)
  const say = pageWords.say(shop.display.language)
  const names = creditNames(shop.display.language)
  const place = (channel: string, paid: boolean) => {
    if (channel === '') return say('moves.no')
    const name = names.channel(channel)
    return paid ? say('moves.paid', { channel: name }) : name
  }
  return {
    summary:
      touches === 0
        ? say('moves.none', { days })
        : say('moves.summary', { moved: count(moved), touches: count(touches), days }),
    moves: moves.map(({ from, fromPaid, to, toPaid, touches: number, example }) => ({
      key: [from, fromPaid, to, toPaid].join(' '),
      from: place(from, fromPaid),
      to: place(to, toPaid),
      touches: count(number),
      example,
    })),
  }
}
