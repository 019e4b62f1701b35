// What buyers are asked after an order, which channels their answers stand for, and what the answers came to beside the clicks.
// Knows no order and reads nothing but its own models; links are changes of the URL.
export { SurveyReportPart } from './report-part.tsx'
export { SetupPart } from './setup-part.tsx'
