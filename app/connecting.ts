// What pages may ask about the connected accounts of a shop, and do with them. Part of `ShopServices`.

/** Connecting accounts and looking after them. Throws `forbidden` for whoever may only look. */
export interface ConnectingServices {
  /** Cheap enough for every page: no call to a platform. */
  connections(): Promise<readonly ConnectionView[]>
  /** The newest attempt to connect that left for a platform and has not come back. */
  connectAttempt(): Promise<ConnectAttempt | null>
  /** What is looked up only where somebody looks closely; `counting` names connections whose orders are counted. */
  connectionDetails(counting: readonly string[]): Promise<readonly ConnectionDetails[]>
  /** Registered connectors with their forms; a store's among them can be connected only when it is the shop's platform. */
  connectors(): readonly ConnectorView[]
  /**
   * Checks the values with the platform, stores them and starts the import. Throws `invalid_input` with messages
   * keyed by field, `conflict` for a store that is not the shop's, or `upstream_failed` with the platform's reason.
   */
  connectWithKeys(input: ConnectInput): Promise<ConnectionView>
  /** First step of a connect flow: where to send the browser, and what it is to show again. Throws like `connectWithKeys`. */
  beginConnect(input: ConnectInput, browser: string): Promise<{ readonly redirectTo: string }>
  /** Asks the platform now whether everything is well, and stores what it says. Throws `not_found`. */
  checkConnection(id: string): Promise<CheckOutcome>
  /** Throws `not_found`, and `conflict` when it is not the time for it. Every action is safe to repeat. */
  changeConnection(id: string, action: ConnectionAction): Promise<void>
  /**
   * Says which ad accounts are the shop's and what that means for the figures, in a sentence. Throws `invalid_input` for
   * none and for one that cannot be read.
   */
  chooseAdAccounts(id: string, accounts: readonly string[]): Promise<string>
  /** Asks the platform which ad accounts the sign-in shows now; how many there are. */
  refreshAdAccounts(id: string): Promise<number>
  /** Forgets keys and progress; with `delete` everything that came from there leaves the figures. Throws `not_found`. */
  disconnect(id: string, data: 'keep' | 'delete'): Promise<void>
}

export interface ConnectAttempt {
  readonly connector: string
  readonly begunAt: string
  /** The platform has sent its keys, and nothing is read with them before the browser that began is back. */
  readonly keysWait: boolean
}

export interface CheckOutcome {
  readonly connection: ConnectionView
  /** What is wrong right now, with what to do; null when all is well. */
  readonly problem: string | null
}

export type ConnectionAction = 'sync' | 'pause' | 'resume' | 'reimport'

/**
 * `importing`: history still comes in · `healthy` · `late`: syncs fail for now and are retried ·
 * `broken`: needs the owner (`message` says what to do) · `paused`: by the owner.
 */
export type ConnectionStatus = 'importing' | 'healthy' | 'late' | 'broken' | 'paused'

export interface ConnectionView {
  readonly id: string
  readonly connector: string
  readonly connectorLabel: string
  readonly kind: 'store' | 'ads'
  /** The account in the merchant's words: the store's address. */
  readonly account: string
  readonly status: ConnectionStatus
  /** Whether it is being read right now, or as soon as a worker is free; what went wrong before may be over. */
  readonly isReading: boolean
  /** Whether only new keys or a new approval help. */
  readonly needsReconnect: boolean
  /** For `late` and `broken`: what happened, what it means, what to do. */
  readonly message: string | null
  /** Since when it is so; null when nothing is wrong. */
  readonly since: string | null
  readonly pausedAt: string | null
  readonly connectedAt: string
  readonly lastSyncAt: string | null
  readonly nextSyncAt: string | null
  readonly access: 'read' | 'read_write'
  /** What the platform said about itself; null before the first check. */
  readonly store: StoreFacts | null
  /** Of the platform's interface that is read. */
  readonly apiVersion: string
  /** Typed values that are not secret, by field key. */
  readonly values: Readonly<Record<string, string>>
  readonly updates: UpdatesView
  readonly streams: readonly StreamView[]
  /** Of an ad platform: the accounts that the sign-in shows. */
  readonly adAccounts: readonly AdAccountView[]
  /** Whether somebody has to say first which of them to read. */
  readonly awaitsChoice: boolean
  /** What was not granted: what it costs, and who can grant it where. */
  readonly gaps: readonly GapView[]
  /** What else is incomplete or surprising, one sentence each. */
  readonly missing: readonly string[]
}

/** An ad account of somebody who signed in at the platform. */
export interface AdAccountView {
  readonly id: string
  readonly name: string
  /** ISO code. */
  readonly currency: string
  readonly zone: string
  /** The platform's own word for its state. */
  readonly statusText: string
  readonly isActive: boolean
  readonly readable: boolean
  /** Why it cannot be read, or what to know about it. */
  readonly note: string | null
  readonly chosen: boolean
  /** What keeps it from being read although it was chosen. */
  readonly problem: { readonly message: string; readonly since: string } | null
  readonly countsGoals: boolean
}

export interface StoreFacts {
  readonly name: string
  /** ISO code. */
  readonly currency: string
  readonly zone: string
  readonly country: string | null
  readonly version: string | null
}

/**
 * Whether the platform tells of changes by itself. `unsupported`: it cannot · `not_allowed`: the key may only read ·
 * `no_address`: it cannot reach us · `pending`: being set up · `refused`: it does not let us · `mending`: it signs them
 * with another secret, and they are set up again · `working`.
 */
export interface UpdatesView {
  readonly state: 'unsupported' | 'not_allowed' | 'no_address' | 'pending' | 'refused' | 'mending' | 'working'
  /** When they were last found in order. */
  readonly ensuredAt: string | null
  /** Topics that are active. */
  readonly active: number
  /** When the platform had switched them off and they were switched on again, within a week. */
  readonly reactivatedAt: readonly string[]
}

export interface GapView {
  /** `access scope read_all_orders` */
  readonly what: string
  readonly cost: string
  readonly where: string
  readonly who: string
}

export interface StreamView {
  readonly id: string
  readonly label: string
  /** `retrying`: failed just now and is tried again by itself within the hour · `failed`: needs somebody, or much time. */
  readonly state: 'waiting' | 'importing' | 'complete' | 'retrying' | 'failed'
  readonly done: number
  /** Null: the platform does not say. */
  readonly total: number | null
  /** History is complete from this instant on; null = not known yet. */
  readonly completeSince: string | null
  /** Nothing up to here is missing; null = not known yet. */
  readonly completeThrough: string | null
  /** From here on the platform may still change things. */
  readonly mayChangeFrom: string | null
  /** The platform shows nothing older; null = it shows everything. */
  readonly oldestAvailable: string | null
  readonly lastSuccessAt: string | null
  readonly nextLookAt: string | null
  /** Null: not known yet. */
  readonly estimatedEndAt: string | null
  readonly error: string | null
  /** When what failed is tried again by itself; null when nothing did, or somebody has to act. */
  readonly retryAt: string | null
}

/** What is looked up about a connection only where somebody looks at it closely. */
export interface ConnectionDetails {
  readonly connection: string
  /** In the figures from this source; null unless it was counted. */
  readonly orders: number | null
  /** Days of ad accounts in the figures; null unless they were counted. */
  readonly adDays: number | null
  readonly deliveries: {
    readonly lastAt: string | null
    /** Of the last 24 hours. */
    readonly lately: number
    readonly waiting: number
  }
  /** What was noted about it and is still so. */
  readonly notes: readonly { readonly severity: 'info' | 'warning' | 'serious'; readonly message: string }[]
}

export interface ConnectorView {
  readonly id: string
  readonly kind: 'store' | 'ads'
  readonly label: string
  readonly description: string
  readonly fields: readonly ConnectorField[]
  /** Keys of the fields that the redirect flow needs; null when it can only be connected by typing in every field. */
  readonly redirectFields: readonly string[] | null
  /** Where the platform wants merchants to begin, in its own app store; null when they begin with the form. */
  readonly beginAt: string | null
  /** What whoever runs this installation has to set before anybody can be sent there; none where that is done. */
  readonly missingVariables: readonly string[]
  /** Whether instant updates take a key that may write. */
  readonly asksToWrite: boolean
  /** Whether there is a guide to setting it up. */
  readonly hasGuide: boolean
}

export interface ConnectorField {
  readonly key: string
  readonly label: string
  readonly help: string
  readonly type: 'text' | 'url' | 'password'
  readonly secret: boolean
  readonly required: boolean
  /** The address under which the shop sells is a good guess. */
  readonly isShopAddress?: true
}

export interface ConnectInput {
  readonly connector: string
  readonly values: Readonly<Record<string, string>>
  /** `read_write` also lets the connector register webhooks. */
  readonly access: 'read' | 'read_write'
  /** The connection that is connected again; its history stays. */
  readonly connection?: string
}
