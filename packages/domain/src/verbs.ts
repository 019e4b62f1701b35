import { administration, allowSupport, getSupport } from './administration/index.ts'
import { chooseAccounts, importAds, listAccounts } from './ads/index.ts'
import { alertVerbs } from './alerts/index.ts'
import { addAnnotation, listAnnotations, removeAnnotation } from './annotations.ts'
import {
  exportAttribution,
  listAttributionOrders,
  listCreditedPlaces,
  queryAttribution,
  reportAttribution,
} from './attribution/index.ts'
import { changeRetention, listActors, listAudit, showRetention } from './audit/index.ts'
import { billingVerbs } from './billing/index.ts'
import { describePlaces, listAdChoices } from './campaigns/index.ts'
import {
  beginConnect,
  checkConnection,
  connectPresented,
  connectWithKeys,
  detailConnections,
  disconnect,
  findAttempt,
  finishConnect,
  listConnections,
  listConnectors,
  pauseConnection,
  reimportConnection,
} from './connections/index.ts'
import {
  getConversions,
  listConversionDestinations,
  listConversions,
  listConversionTargets,
  resendConversions,
  saveConversionSetup,
  switchConversions,
  tryConversions,
} from './conversions/index.ts'
import {
  checkCostFile,
  exportCostFile,
  findParts,
  getGoodsTimeLine,
  importCostFile,
  listChanges,
  listGoods,
  listMissingCosts,
  listRules,
  listShippingMethods,
  previewChange,
  saveCosts,
  tryShipping,
} from './costs/index.ts'
import { fetchRatesNow, showRates } from './currencies/index.ts'
import {
  changeDashboard,
  changeOwnMetric,
  createDashboard,
  createOwnMetric,
  getDashboard,
  listDashboards,
  listOwnMetrics,
  readFigures,
  removeDashboard,
  removeOwnMetric,
} from './dashboards/index.ts'
import { checkSetup, getGuide } from './guide/index.ts'
import { dismissIssue, listHealth } from './health/index.ts'
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
import { createKey, listKeys, revokeKey, rotateKey } from './keys/index.ts'
import { recalculate } from './ledger/index.ts'
import {
  countOwnInbox,
  listOwnDigests,
  listOwnInbox,
  previewDigest,
  readOwnInbox,
  saveOwnDigests,
  sendDigest,
} from './notifications/index.ts'
import { listNumberChanges } from './numbers.ts'
import { getOrder, getOrderJourney, listOrders } from './orders/index.ts'
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
import {
  countRecoveryCodes,
  createRecoveryCodes,
  getNotifications,
  getProfile,
  saveNotifications,
  saveProfile,
  spendRecoveryCode,
} from './people/index.ts'
import { changePreference, getPreference } from './preferences.ts'
import {
  answerPrivacyRequest,
  eraseCustomer,
  exportCustomer,
  listPrivacyRequests,
  previewErasure,
} from './privacy/index.ts'
import { getProduct, listProductAds, listProductNames, listProducts } from './products/index.ts'
import { explainProfitChange } from './profit/index.ts'
import { pushVerbs } from './push/index.ts'
import {
  getReconciliation,
  listReconciliations,
  requestReconciliation,
  runReconciliation,
} from './reconciliation/index.ts'
import { describeMetrics, getUsage, listOrigins, listRows, runQuery } from './reports/index.ts'
import { sampleVerbs } from './sample-shop/index.ts'
import { exportVerbs } from './scheduled-exports/index.ts'
import { createShare, listShares, revokeAllShares, revokeShare } from './shares/index.ts'
import { createShop, getShop, listShops, ownShopVerbs, updateSettings } from './shops/index.ts'
import {
  importSpend,
  listSpend,
  previewSpend,
  removeSpend,
  saveSpend,
  spendTemplate,
  undoSpendImport,
} from './spend/index.ts'
import { readPicture, removePicture, savePicture } from './stored-files/index.ts'
import { getSurvey, reportSurvey, saveSurvey, saveSurveyMappings } from './survey/index.ts'
import { requestSync } from './sync/index.ts'
import {
  createTrackingKey,
  getTrackingSettings,
  importTouches,
  listTaggedAds,
  listTrackingKeys,
  previewTouches,
  previewTrackingSettings,
  revokeTrackingKey,
  saveTrackingSettings,
  showArrivals,
  showLive,
} from './tracking/index.ts'
import { named } from './verb-table.ts'
import { listViews, removeView, saveView } from './views.ts'
import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  resendDelivery,
  rotateWebhook,
  testWebhook,
} from './webhooks/index.ts'
import { listWork } from './work.ts'

// Everything the product can do, by name. Pages, the API, the command line and jobs offer these verbs; a test checks that
// none is missing here.

/** Verbs on one shop. */
export const shopVerbs = named(
  ...alertVerbs,
  checkCostFile,
  exportCostFile,
  importCostFile,
  listMissingCosts,
  findParts,
  getGoodsTimeLine,
  listChanges,
  listGoods,
  listRules,
  listShippingMethods,
  previewChange,
  saveCosts,
  tryShipping,
  chooseAccounts,
  importAds,
  listAccounts,
  addAnnotation,
  listAnnotations,
  removeAnnotation,
  getOrderJourney,
  exportAttribution,
  listAttributionOrders,
  listCreditedPlaces,
  queryAttribution,
  reportAttribution,
  describePlaces,
  listAdChoices,
  beginConnect,
  checkConnection,
  connectPresented,
  connectWithKeys,
  detailConnections,
  disconnect,
  findAttempt,
  finishConnect,
  listConnections,
  listConnectors,
  pauseConnection,
  reimportConnection,
  getConversions,
  listConversionDestinations,
  listConversions,
  listConversionTargets,
  resendConversions,
  saveConversionSetup,
  switchConversions,
  tryConversions,
  fetchRatesNow,
  showRates,
  changeDashboard,
  changeOwnMetric,
  createDashboard,
  createOwnMetric,
  getDashboard,
  listDashboards,
  listOwnMetrics,
  readFigures,
  removeDashboard,
  removeOwnMetric,
  checkSetup,
  getGuide,
  dismissIssue,
  listHealth,
  discardImport,
  ...sampleVerbs,
  listImportProblems,
  listImports,
  planImport,
  previewRates,
  requestUndo,
  showImport,
  startImport,
  uploadRates,
  recalculate,
  listNumberChanges,
  changePreference,
  getPreference,
  answerPrivacyRequest,
  eraseCustomer,
  exportCustomer,
  listPrivacyRequests,
  previewErasure,
  getProduct,
  listProductNames,
  listProductAds,
  listProducts,
  explainProfitChange,
  getReconciliation,
  listReconciliations,
  requestReconciliation,
  runReconciliation,
  getOrder,
  listOrders,
  getUsage,
  listOrigins,
  listRows,
  runQuery,
  createShare,
  listShares,
  revokeAllShares,
  revokeShare,
  getShop,
  updateSettings,
  importSpend,
  listSpend,
  previewSpend,
  removeSpend,
  saveSpend,
  spendTemplate,
  undoSpendImport,
  getSurvey,
  reportSurvey,
  saveSurvey,
  saveSurveyMappings,
  requestSync,
  createTrackingKey,
  getTrackingSettings,
  importTouches,
  listTaggedAds,
  listTrackingKeys,
  previewTouches,
  previewTrackingSettings,
  revokeTrackingKey,
  saveTrackingSettings,
  showArrivals,
  showLive,
  listViews,
  removeView,
  saveView,
  ...exportVerbs,
  addWebhook,
  changeWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  resendDelivery,
  rotateWebhook,
  testWebhook,
  listWork,
)

/** Verbs on one organisation, without a shop. */
export const organisationVerbs = named(
  changeRetention,
  listActors,
  listAudit,
  showRetention,
  importRates,
  changeRole,
  changeShops,
  listMade,
  listMembers,
  ...billingVerbs,
  ...deletionVerbs,
  ...invitationVerbs,
  ...ownershipVerbs,
  removeMember,
  renameOrganisation,
  requireFactor,
  allowSupport,
  getSupport,
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
  describeMetrics,
  createShop,
  listShops,
)

/** Verbs on a person's own data. */
export const personVerbs = named(
  countOwnInbox,
  listOwnDigests,
  listOwnInbox,
  previewDigest,
  readOwnInbox,
  saveOwnDigests,
  sendDigest,
  ...pushVerbs,
  acceptInvitation,
  createOrganisation,
  leaveOrganisation,
  listMemberships,
  countRecoveryCodes,
  createRecoveryCodes,
  getNotifications,
  getProfile,
  readPicture,
  removePicture,
  saveNotifications,
  savePicture,
  saveProfile,
  spendRecoveryCode,
  ...ownShopVerbs,
)

/** Verbs on the installation as a whole. */
export const adminVerbs = named(...administration)

/** The verbs of one shop, by name. */
export type ShopVerbs = typeof shopVerbs

/** The verbs of one organisation, by name. */
export type OrganisationVerbs = typeof organisationVerbs

/** The verbs on a person's own data, by name. */
export type PersonVerbs = typeof personVerbs

/** The verbs on the installation, by name. */
export type AdminVerbs = typeof adminVerbs
