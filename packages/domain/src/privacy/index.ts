// Data about one customer of a shop: finding, exporting and permanently erasing it; and privacy requests that platforms send
// on customers' behalf. Must not know how platforms format such requests, HTTP or the command line.
export { EraseAnswer, eraseCustomer, previewErasure } from './erase-customer.ts'
export { exportCustomer } from './export-customer.ts'
export { handlePrivacyJobs, requestPrivacyWork } from './jobs.ts'
export { sealedByPrivacy } from './request-issues.ts'
export {
  answerPrivacyRequest,
  listPrivacyRequests,
  type PrivacyAnswer,
  PrivacyRequestView,
  receivePrivacyRequest,
} from './requests.ts'
