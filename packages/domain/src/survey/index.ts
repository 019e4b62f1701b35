// The post-purchase survey: versions of its question, the responses, and the channels they map to. Must not know how it is
// shown, nor how credit is assigned.
export { askBuyer, type BuyerQuestion, readSurveyAnswer, readSurveyOrder, takeSurveyAnswer } from './buyer.ts'
export type { Survey, SurveyMapping, SurveyReport } from './outputs.ts'
export { reportSurvey } from './report-survey.ts'
export { getSurvey, saveSurvey, saveSurveyMappings } from './survey-settings.ts'
export {
  forgetSurveyAnswers,
  handleSurveyJobs,
  listPersonAnswers,
  requestSurveyWork,
  writeSurveyAnswers,
} from './write-answers.ts'
