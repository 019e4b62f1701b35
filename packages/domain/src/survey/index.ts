// The question that buyers are asked after an order: its wordings, their answers, and the channels that answers stand for.
// Must not know how it is shown, nor how credit is given.
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
