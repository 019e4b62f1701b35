import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import type { loadSurveyScreen } from './load-survey-page.server.ts'
import type { SurveyOutcome } from './model.ts'
import { SurveyReportPart } from './report-part.tsx'
import { SetupPart } from './setup-part.tsx'

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
