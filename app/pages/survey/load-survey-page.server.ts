import { loadPage, type PageRequest, partOf } from '../../blocks/figures-page/load-page.server.ts'
import { loadReport } from './load-report.server.ts'
import { loadSurveySetup } from './load-survey.server.ts'

interface SurveyRequest extends PageRequest {
  readonly params: URLSearchParams
}

/** What buyers say about the days of the page, and how they are asked. */
export async function loadSurveyScreen(request: SurveyRequest) {
  const { services, params } = request
  const survey = await services.run('survey.get')
  const [setup, page] = await Promise.all([
    loadSurveySetup({ services, survey, params }),
    loadPage(request, ({ state, range }) => ({ report: partOf(() => loadReport({ services, survey, state, range })) })),
  ])
  return { setup, ...page }
}
