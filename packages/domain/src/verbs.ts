import { administration, allowSupport, getSupport } from './administration/index.ts'
import * as ads from './ads/index.ts'
import * as alerts from './alerts/index.ts'
import * as annotations from './annotations.ts'
import * as attribution from './attribution/index.ts'
import * as audit from './audit/index.ts'
import * as billing from './billing/index.ts'
import * as campaigns from './campaigns/index.ts'
import * as connections from './connections/index.ts'
import * as conversions from './conversions/index.ts'
import * as costs from './costs/index.ts'
import * as currencies from './currencies/index.ts'
import * as dashboards from './dashboards/index.ts'
import * as guide from './guide/index.ts'
import * as health from './health/index.ts'
import {
  discardImport,
  importRates,
  listImportProblems,
  listImports,
  planImport,
  previewRates,
  requestUndo,
  showImport,
  startImport,
  uploadRates,
} from './imports/index.ts'
import * as keys from './keys/index.ts'
import * as ledger from './ledger/index.ts'
import * as notifications from './notifications/index.ts'
import * as numbers from './numbers.ts'
import * as orders from './orders/index.ts'
import {
  acceptInvitation,
  changeRole,
  changeShops,
  createOrganisation,
  deletionVerbs,
  invitationVerbs,
  leaveOrganisation,
  listMade,
  listMembers,
  listMemberships,
  ownershipVerbs,
  removeMember,
  renameOrganisation,
  requireFactor,
} from './organisations/index.ts'
import * as people from './people/index.ts'
import * as preferences from './preferences.ts'
import * as privacy from './privacy/index.ts'
import * as products from './products/index.ts'
import * as profit from './profit/index.ts'
import * as push from './push/index.ts'
import * as reconciliation from './reconciliation/index.ts'
import { describeMetrics, getUsage, listOrigins, listRows, runQuery } from './reports/index.ts'
import * as sampleShop from './sample-shop/index.ts'
import * as scheduledExports from './scheduled-exports/index.ts'
import * as shares from './shares/index.ts'
import { createShop, getShop, listShops, ownShopVerbs, updateSettings } from './shops/index.ts'
import * as slack from './slack/index.ts'
import * as spend from './spend/index.ts'
import * as storedFiles from './stored-files/index.ts'
import * as survey from './survey/index.ts'
import * as sync from './sync/index.ts'
import * as tracking from './tracking/index.ts'
import { verbsOf } from './verb-table.ts'
import * as views from './views.ts'
import * as webhooks from './webhooks/index.ts'
import * as work from './work.ts'

// Everything the product can do, by name. Pages, the API, the command line and jobs offer these verbs; a test checks that
// none is missing here. A subject whose verbs are all of one kind is named as a whole.

/** Verbs on one shop. */
export const shopVerbs = verbsOf(
  ads,
  alerts,
  annotations,
  attribution,
  campaigns,
  connections,
  conversions,
  costs,
  currencies,
  dashboards,
  guide,
  health,
  ledger,
  numbers,
  orders,
  preferences,
  privacy,
  products,
  profit,
  reconciliation,
  sampleShop,
  scheduledExports,
  shares,
  slack,
  spend,
  survey,
  sync,
  tracking,
  views,
  webhooks,
  work,
  {
    discardImport,
    listImportProblems,
    listImports,
    planImport,
    previewRates,
    requestUndo,
    showImport,
    startImport,
    uploadRates,
  },
  { getUsage, listOrigins, listRows, runQuery },
  { getShop, updateSettings },
)

/** Verbs on one organisation, without a shop. */
export const organisationVerbs = verbsOf(
  audit,
  billing,
  keys,
  deletionVerbs,
  invitationVerbs,
  ownershipVerbs,
  { changeRole, changeShops, listMade, listMembers, removeMember, renameOrganisation, requireFactor },
  { allowSupport, createShop, describeMetrics, getSupport, importRates, listShops },
)

/** Verbs on a person's own data. */
export const personVerbs = verbsOf(notifications, people, push, storedFiles, ownShopVerbs, {
  acceptInvitation,
  createOrganisation,
  leaveOrganisation,
  listMemberships,
})

/** Verbs on the installation as a whole. */
export const adminVerbs = verbsOf(administration)

/** The verbs of one shop, by name. */
export type ShopVerbs = typeof shopVerbs

/** The verbs of one organisation, by name. */
export type OrganisationVerbs = typeof organisationVerbs

/** The verbs on a person's own data, by name. */
export type PersonVerbs = typeof personVerbs

/** The verbs on the installation, by name. */
export type AdminVerbs = typeof adminVerbs
