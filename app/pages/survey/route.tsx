import { AppError } from '@tillsight/core'
import { data, redirect } from 'react-router'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import { loadPage, type PageRequest, partOf } from '../../blocks/figures-page/load-page.server.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { serverWords } from '../../language/server-words.server.ts'
import { formText, guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { ShopServices } from '../../services.ts'
import type { Route } from './+types/route.ts'
import { arrange, readMappings, readQuestion, typedOf } from './draft.ts'
import { loadReport } from './load-report.server.ts'
import { loadSurveySetup } from './load-survey.server.ts'
import type { SurveyOutcome } from './model.ts'
import { SurveyReportPart } from './report-part.tsx'
import { SetupPart } from './setup-part.tsx'
import { pageWords } from './words.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const params = args.url.searchParams
  const services = await currentShop(args)
  const content = await loadSurveyScreen({
    services,
    params,
    state: parseSearch(params),
    now: args.context.get(servicesContext).now(),
  })
  const { language } = services.shop.display
  const words = { ...pageWords.words(language), ...serverWords(language, content.setup.install.code?.steps) }
  return { content, words }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const change = await changeSurvey(await currentShop(args), args.request)
  if ('outcome' in change) return data({ outcome: change.outcome }, { status: change.status })
  const search = new URLSearchParams(args.url.searchParams)
  search.set('done', change.done)
  return redirect(`${args.url.pathname}?${search}#done`)
})

export default function TrackingSurveyRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WordsProvider words={loaderData.words}>
      <SurveyScreen content={loaderData.content} outcome={actionData?.outcome} />
    </WordsProvider>
  )
}

interface SurveyScreenProps {
  readonly content: Awaited<ReturnType<typeof loadSurveyScreen>>
  readonly outcome: SurveyOutcome | undefined
}

/** Survey results, and the setup of the survey. */
function SurveyScreen({ content: { page, report, setup }, outcome }: SurveyScreenProps) {
  const t = useWords()
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <FiguresPage page={page} title={t('title')}>
        <SurveyReportPart report={report} />
      </FiguresPage>
      <SetupPart outcome={outcome} setup={setup} />
    </>
  )
}

interface SurveyRequest extends PageRequest {
  readonly params: URLSearchParams
}

/** Loads the results of the period, and the setup. */
async function loadSurveyScreen(request: SurveyRequest) {
  const { services, params } = request
  const survey = await services.run('survey.get')
  const [setup, page] = await Promise.all([
    loadSurveySetup({ services, survey, params }),
    loadPage(request, ({ state, range }) => ({
      report: partOf(services, () => loadReport({ services, survey, state, range })),
    })),
  ])
  return { setup, ...page }
}

/** Result of a form: a redirect, or the same page with an outcome. */
type SurveyChange =
  | { readonly done: 'question' | 'mappings' }
  | { readonly outcome: SurveyOutcome; readonly status: number }

/** Runs a form of the page. What the person can fix is an outcome; everything else is rethrown. */
async function changeSurvey(services: ShopServices, request: Request): Promise<SurveyChange> {
  const form = await request.formData()
  const intent = formText(form, 'intent')
  if (intent === 'mappings') return await saveMappings(services, form)
  const draft = readQuestion(form)
  if (/^(?:add|remove:\d{1,2})$/.test(intent))
    return { outcome: { form: 'question', draft: arrange(draft, intent), errors: {} }, status: 200 }
  if (intent !== 'question')
    throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
  try {
    await services.run('survey.save', typedOf(draft))
    return { done: 'question' }
  } catch (refusal) {
    const { body, status } = wordRefusal(refusal, { language: services.shop.display.language })
    return { outcome: { form: 'question', draft, errors: body.fields, message: body.message }, status }
  }
}

async function saveMappings(services: ShopServices, form: FormData): Promise<SurveyChange> {
  const mappings = readMappings(form)
  try {
    await services.run('survey.mappings', {
      mappings: mappings.map(({ answer, channel, platform }) => ({ answer, channel, platform })),
    })
    return { done: 'mappings' }
  } catch (refusal) {
    const { body, status } = wordRefusal(refusal, { language: services.shop.display.language })
    return { outcome: { form: 'mappings', mappings, message: body.message }, status }
  }
}
