// Connected accounts: granting, checking, pausing and removing them, their encrypted keys and how they stand.
// Must not know how streams are read; asks for such work through `WorkRequests`.
export { storedAccount, unstoredAccount } from './account-values.ts'
export {
  AdAccountView,
  accountsToRead,
  isChanged,
  refreshAdAccounts,
  toAdAccount,
  viewAdAccount,
} from './ad-accounts.ts'
export { applyChoice, isChoiceOpen } from './apply-choice.ts'
export { beginConnect } from './begin-connect.ts'
export { checkConnection, verifyConnection } from './check-connection.ts'
export { type CallbackContext, completeConnect } from './complete-connect.ts'
export { connectPresented } from './connect-presented.ts'
export { ConnectValues } from './connect-values.ts'
export { connectWithKeys } from './connect-with-keys.ts'
export { type ConnectionDetails, detailConnections } from './connection-details.ts'
export { lockConnection, tryLockConnection } from './connection-lock.ts'
export { ConnectionView, StreamView } from './connection-view.ts'
export { disconnect } from './disconnect.ts'
export { nextProblem, toAppError } from './failures.ts'
export { findAttempt } from './find-attempt.ts'
export { findReturningShop } from './find-returning-shop.ts'
export { finishConnect } from './finish-connect.ts'
export { listConnections } from './list-connections.ts'
export { ConnectorView, listConnectors } from './list-connectors.ts'
export { findOwnConnection } from './own-connection.ts'
export { pauseConnection } from './pause-connection.ts'
export { callPlatform, type PlatformAccount } from './platform-call.ts'
export { storedPauses } from './platform-pauses.ts'
export { reimportConnection } from './reimport-connection.ts'
export { isReadAgain, restartHistory } from './restart-history.ts'
export { rotateSecrets } from './rotate-secrets.ts'
export {
  appOf,
  type ConnectionAddresses,
  type ConnectionContext,
  type ConnectionServices,
  canRedirect,
  connectorOf,
  type PlatformWaits,
  type ReachWish,
  type WorkRequests,
  whileOthersWait,
} from './services.ts'
export { type ConnectionStatus, connectionStatuses, Problem } from './status.ts'
export { type Connection, openConnection, readSettings, WebhookStanding } from './stored-connection.ts'
export { webhooksWork } from './webhooks-work.ts'
