// Administration of the installation: its organisations, people, jobs, connectors, mails and stores, for administrators and the command
// line. Must not know what shops sell, nor how anything is shown.

import { listInstallationLog } from './entries.ts'
import { cancelJob, cancelKind, listJobs, retryJob, retryKind } from './jobs.ts'
import { enterVisit, listVisits, lookIn, stopLooking } from './look-in.ts'
import { listOrganisationsOf } from './organisations.ts'
import { getOverview } from './overview.ts'
import {
  appointAdministrator,
  confirmPerson,
  deleteAccount,
  dismissAdministrator,
  listPeople,
  lockPerson,
  resetPerson,
  unlockPerson,
} from './people.ts'
import { getStorage, listConnectorRequests, listMails } from './readings.ts'

export { type AccountServices, type AdminContext, type InstallationServices, maskAddress } from './context.ts'
export { jobStates } from './jobs.ts'
export { allowSupport, getSupport, visitorOf } from './look-in.ts'
export { accountStates } from './people.ts'
export { toSubject } from './readings.ts'

/** The verbs on the installation, which administrators and the command line have. */
export const administration = [
  getOverview,
  listOrganisationsOf,
  listPeople,
  confirmPerson,
  lockPerson,
  unlockPerson,
  resetPerson,
  deleteAccount,
  appointAdministrator,
  dismissAdministrator,
  listJobs,
  retryJob,
  cancelJob,
  retryKind,
  cancelKind,
  listConnectorRequests,
  listMails,
  getStorage,
  listInstallationLog,
  lookIn,
  enterVisit,
  listVisits,
  stopLooking,
] as const
