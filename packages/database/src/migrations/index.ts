// The migrations of the tables, oldest first; a released entry never changes. Must not know the queries on the tables.
import type { Migration } from 'kysely/migration'
import { createTables } from './0001-create-tables.ts'
import { addIdentity } from './0002-add-identity.ts'
import { addDashboards } from './0003-add-dashboards.ts'
import { addReconciliations } from './0004-add-reconciliations.ts'
import { addReportedIssues } from './0005-add-told-issues.ts'
import { addBrowserImports } from './0006-add-browser-imports.ts'
import { addPrivacy } from './0007-add-privacy.ts'
import { addDeliveryIndex } from './0008-add-delivery-index.ts'
import { addAds } from './0009-add-ads.ts'
import { addCustomSpend } from './0010-add-custom-spend.ts'
import { addPausesAndRestatements } from './0011-add-pauses-and-restatements.ts'
import { addTrackingKeys } from './0012-add-tracking-keys.ts'
import { addTrackingSettings } from './0013-add-tracking-settings.ts'
import { addJourneyMarks } from './0014-add-journey-marks.ts'
import { addConversions } from './0015-add-conversions.ts'
import { addSurvey } from './0016-add-survey.ts'
import { addCreditMoves } from './0017-add-credit-moves.ts'
import { addPurgedVisits } from './0018-add-purged-visits.ts'
import { addMarkTimes } from './0019-add-mark-times.ts'
import { bindDoors } from './0020-bind-doors.ts'
import { addCosts } from './0021-add-costs.ts'
import { addCostPreviews } from './0022-add-cost-previews.ts'
import { addSpendShares } from './0023-add-spend-shares.ts'
import { addMadeOf } from './0024-add-made-of.ts'
import { addApiKeys } from './0026-add-api-keys.ts'
import { addDeliveries } from './0027-add-deliveries.ts'
import { addWebhooks } from './0028-add-webhooks.ts'
import { addAudit } from './0029-add-audit.ts'
import { addMemberRules } from './0030-add-member-rules.ts'
import { addShareLinks } from './0033-add-share-links.ts'
import { addAssistants } from './0034-add-assistants.ts'
import { addOwnershipOffers } from './0035-add-ownership-offers.ts'
import { addAlerts } from './0036-add-alerts.ts'
import { addExports } from './0037-add-exports.ts'
import { addSavedDashboards } from './0038-add-saved-dashboards.ts'
import { addPush } from './0042-add-push.ts'
import { addStorage } from './0044-add-storage.ts'
import { addDeletion } from './0045-add-deletion.ts'
import { addAdministration } from './0047-add-administration.ts'
import { tellWhatChanges } from './0048-tell-what-changes.ts'
import { uniteRounds } from './0049-unite-rounds.ts'
import { addSampleShops } from './0050-add-sample-shops.ts'
import { addBilling } from './0051-add-billing.ts'
import { chainInstallationLog } from './0060-chain-installation-log.ts'
import { markLostFiles } from './0061-mark-lost-files.ts'
import { storeAdPictures } from './0062-store-ad-pictures.ts'

/** Migrations by name; they run in the order of their names. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-create-tables': createTables,
  '0002-add-identity': addIdentity,
  '0003-add-dashboards': addDashboards,
  '0004-add-reconciliations': addReconciliations,
  '0005-add-told-issues': addReportedIssues,
  '0006-add-browser-imports': addBrowserImports,
  '0007-add-privacy': addPrivacy,
  '0008-add-delivery-index': addDeliveryIndex,
  '0009-add-ads': addAds,
  '0010-add-custom-spend': addCustomSpend,
  '0011-add-pauses-and-restatements': addPausesAndRestatements,
  '0012-add-tracking-keys': addTrackingKeys,
  '0013-add-tracking-settings': addTrackingSettings,
  '0014-add-journey-marks': addJourneyMarks,
  '0015-add-conversions': addConversions,
  '0016-add-survey': addSurvey,
  '0017-add-credit-moves': addCreditMoves,
  '0018-add-purged-visits': addPurgedVisits,
  '0019-add-mark-times': addMarkTimes,
  '0020-bind-doors': bindDoors,
  '0021-add-costs': addCosts,
  '0022-add-cost-previews': addCostPreviews,
  '0023-add-spend-shares': addSpendShares,
  '0024-add-made-of': addMadeOf,
  '0026-add-api-keys': addApiKeys,
  '0027-add-deliveries': addDeliveries,
  '0028-add-webhooks': addWebhooks,
  '0029-add-audit': addAudit,
  '0030-add-member-rules': addMemberRules,
  '0033-add-share-links': addShareLinks,
  '0034-add-assistants': addAssistants,
  '0035-add-ownership-offers': addOwnershipOffers,
  '0036-add-alerts': addAlerts,
  '0037-add-exports': addExports,
  '0038-add-saved-dashboards': addSavedDashboards,
  '0042-add-push': addPush,
  '0044-add-storage': addStorage,
  '0045-add-deletion': addDeletion,
  '0047-add-administration': addAdministration,
  '0048-tell-what-changes': tellWhatChanges,
  '0049-unite-rounds': uniteRounds,
  '0050-add-sample-shops': addSampleShops,
  '0051-add-billing': addBilling,
  '0060-chain-installation-log': chainInstallationLog,
  '0061-mark-lost-files': markLostFiles,
  '0062-store-ad-pictures': storeAdPictures,
}

/** The schema version of this code. */
export const schemaVersion = Object.keys(migrations).toSorted().at(-1) ?? ''
