import { SetupPart, SurveyReportPart } from '../../features/survey/index.ts'
import type { SurveyOutcome } from '../../features/survey/model.ts'
import { FiguresPage } from '../figures-page.tsx'
import type { loadSurveyScreen } from './load-survey.server.ts'

interface SurveyScreenProps {
  readonly content: Awaited<ReturnType<typeof loadSurveyScreen>>
  readonly outcome: SurveyOutcome | undefined
}

/** What buyers say of how they came, and the question that they are asked. */
export function SurveyScreen({ content: { page, report, setup }, outcome }: SurveyScreenProps) {
  return (
    <>
      <FiguresPage page={page} title="Survey">
        <SurveyReportPart report={report} />
      </FiguresPage>
      <SetupPart outcome={outcome} setup={setup} />
    </>
  )
}
