// What is held about one customer of a shop: found, handed over, erased for good; and what platforms ask about it in their
// customers' names. Must not know how platforms word such requests, HTTP or the command line.
export { EraseAnswer, eraseCustomer, previewErasure } from './erase-customer.ts'
export { exportCustomer } from './export-customer.ts'
export { handlePrivacyJobs, requestPrivacyWork } from './jobs.ts'
export {
  answerPrivacyRequest,
  listPrivacyRequests,
  type PrivacyAnswer,
  PrivacyRequestView,
  receivePrivacyRequest,
} from './requests.ts'
