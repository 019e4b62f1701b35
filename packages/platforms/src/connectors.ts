// Platforms in one vocabulary: what a connector is, which ones there are, and the client they reach platforms with.
// Must not know React, our HTTP server, the stores, metrics or domain; connectors do not know each other.
export type * from './ad-records.ts'
export { isAdRecord } from './ad-records.ts'
export type { AdDayTotals, AdsSpec, HeldAdDays, ReachQuery } from './ads.ts'
export type {
  AccountGap,
  AnyRecord,
  AnyStream,
  AppField,
  Checkpoint,
  CompareWindow,
  ConnectCallback,
  ConnectExchange,
  ConnectedAccount,
  ConnectGuide,
  ConnectionSettings,
  ConnectMethod,
  Connector,
  ConnectorContext,
  ConnectRedirect,
  ConnectResult,
  ConnectReturn,
  ConnectStart,
  Page,
  PlatformReport,
  Renew,
  SettingField,
  SharedPauses,
  Stream,
  WebhookDelivery,
  WebhookHint,
  WebhookOutcome,
  WebhookSpec,
  WebhookState,
} from './contract.ts'
export {
  type ClickParameter,
  type ConversionDestination,
  type ConversionOutcome,
  type ConversionReceipt,
  type ConversionRequest,
  type ConversionSetup,
  type ConversionsSpec,
  clickParameters,
  type MatchKind,
  matchKinds,
  type PurchaseBuyer,
  type PurchaseClick,
  type PurchaseEvent,
  type PurchaseItem,
} from './conversions/index.ts'
export {
  ConnectorError,
  type ConnectorFailure,
  type FailureKind,
  failureKinds,
  failureRules,
  isConnectorError,
  toldWhenAsked,
  withPatience,
} from './failures.ts'
export type {
  ExamineOptions,
  GuideAddress,
  GuidePermission,
  GuidePermissions,
  GuideWay,
  SetupFinding,
} from './guide.ts'
export { attempt, ok, unknown, wrong } from './guide.ts'
export type { HeldRecord, OlderOrders } from './held-orders.ts'
export {
  createHttpClient,
  findPublicAddresses,
  type HttpClientOptions,
  isPublicAddress,
  type OwnedHttpClient,
  retryAfterMs,
  wasNeverSent,
} from './http/index.ts'
export type { HttpClient, HttpIdentity, HttpRequest, HttpResponse } from './http.ts'
export { type ConsentMode, fillIn, type Installation, type ShopCode, surveyOf } from './install.ts'
export type { PrivacyDelivery, PrivacyRequest, PrivacySpec, PrivacySubject } from './privacy.ts'
export type * from './records.ts'
export {
  type ConnectorDescription,
  type ConnectorId,
  connectorList,
  connectors,
  describeConnectors,
} from './registry.ts'
export {
  type ReportAbsence,
  type ReportDay,
  type ReportFigure,
  type ReportLookup,
  type ReportResponse,
  type ReportRow,
  type ReportTerms,
  reportFigures,
} from './report.ts'
export { sampleRows } from './sample-rows.ts'
