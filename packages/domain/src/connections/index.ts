// Connected accounts: granting, checking, pausing and removing them, their encrypted keys and their status. Must not know how
// streams are read; requests such work through `WorkRequests`.

export {
  AdAccountView,
  accountsToRead,
  isChanged,
  refreshAdAccounts,
  toAdAccount,
  viewAdAccount,
} from './ad-accounts.ts'
export {
  disconnect,
  disconnectAll,
  isReadAgain,
  pauseConnection,
  reimportConnection,
  restartHistory,
} from './change-connection.ts'
export { applyChoice, checkConnection, isChoiceOpen, verifyConnection } from './check-connection.ts'
export { ConnectValues, connectPresented, connectWithKeys } from './connect-presented.ts'
export { ConnectionView, StreamView, webhooksWork } from './connection-view.ts'
export { nextProblem, toAppError } from './failures.ts'
export {
  type CallbackContext,
  completeConnect,
  findReturningShop,
  finishConnect,
  sealedByConnections,
} from './finish-connect.ts'
export {
  type ConnectionDetails,
  ConnectorView,
  detailConnections,
  listConnections,
  listConnectors,
} from './list-connections.ts'
export { beginConnect, findAttempt } from './pending-connect.ts'
export {
  appOf,
  type ConnectionAddresses,
  type ConnectionContext,
  type ConnectionServices,
  callPlatform,
  canRedirect,
  connectorOf,
  type PlatformAccount,
  type PlatformWaits,
  type ReachOptions,
  storedPauses,
  type WorkRequests,
  whileOthersWait,
} from './platform-call.ts'
export { lockConnection, tryLockConnection } from './save-connection.ts'
export { type ConnectionStatus, connectionStatuses, Problem } from './status.ts'
export {
  type Connection,
  findOwnConnection,
  openConnection,
  readSettings,
  storedAccount,
  unstoredAccount,
  WebhookStatus,
} from './stored-connection.ts'
