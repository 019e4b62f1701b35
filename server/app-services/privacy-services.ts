import {
  answerPrivacyRequest,
  type ConnectionContext,
  eraseCustomer,
  exportCustomer,
  listPrivacyRequests,
  previewErasure,
  run,
} from '@tillsight/domain'
import type { PrivacyServices } from '../../app/privacy.ts'

/** What is held about one customer of a shop, bound to the context's actor. */
export function createPrivacyServices(ctx: ConnectionContext): PrivacyServices {
  return {
    privacyRequests: () => run(listPrivacyRequests, ctx, {}),
    lookUpCustomer: (name) => run(previewErasure, ctx, { ...name }),
    customerFile: (name) => run(exportCustomer, ctx, { ...name }),
    requestedFile: (request) => run(answerPrivacyRequest, ctx, { request }),
    eraseCustomer: (name) => run(eraseCustomer, ctx, { ...name }),
  }
}
