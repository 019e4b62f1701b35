// What pages may ask for. The server implements it, bound to the signed-in person; the app opens nothing itself.
// Failures a person can act on are thrown as `AppError`; the app turns them into pages, forms and statuses.
import type { Readable } from 'node:stream'
import type { Day } from '@tillsight/core/days'
import type {
  AdminVerbs,
  ClaimRuleView,
  HealthPlace,
  InvitationView,
  MetricAnswer,
  OrderResult,
  OrganisationVerbs,
  PersonVerbs,
  RateSource,
  RunVerb,
  Scope,
  ShopVerbs,
} from '@tillsight/domain'
import type { MetricDescription, PlatformDefinition } from '@tillsight/metrics'
import type { ConsentMode } from '@tillsight/platforms/connectors'
import type { SessionView } from './identity.ts'
import type { Language } from './language/languages.ts'

/** Everything that needs no shop. */
export interface AppServices {
  /** Runs the person's own verbs, by name; throws `unauthenticated` for a visitor. */
  readonly run: RunVerb<PersonVerbs>
  /** Runs the verbs of one of their organisations; throws `not_found` for any other. */
  inOrganisation(organisation: string): Promise<RunVerb<OrganisationVerbs>>
  /** Runs the verbs of administration; throws `not_found` for everybody who does not administer the installation. */
  administration(): Promise<RunVerb<AdminVerbs>>
  /** The person's sessions, newest first; null where a hosted auth service does not list them. Throws `unauthenticated`. */
  sessions(): Promise<readonly SessionView[] | null>
  /** Assistants that read the person's figures. */
  readonly assistants: AssistantServices
  /** Anyone with the link may view it, and sees the offer after signing in; undefined for a token that was never issued. */
  invitation(token: string): Promise<InvitationView | undefined>
  /** The present instant, ISO 8601 in UTC. Pages read no clock of their own. */
  now(): string
  /** What the person's shops are called, in the order they are listed everywhere. Cheap: one query for the whole request. */
  nameShops(): Promise<readonly Pick<ShopView, 'id' | 'domain' | 'name' | 'platform'>[]>
  /** Where the logos of the person's shops are, by the shops' ids; of those that have one. */
  logos(): Promise<Readonly<Record<string, string>>>
  /** The same with how each is set up. */
  listShops(): Promise<readonly ShopView[]>
  /**
   * Counts an export against its limit before the file is made. Throws `limit_reached`, with `details.retryAfterSeconds`, for
   * one too many.
   */
  countFile(): Promise<void>
  /** Undefined when no shop of this person has the domain, or several have it and the mark is missing. */
  shop(domain: string): Promise<ShopServices | undefined>
  /** Registered connectors of kind `store`, for the first-run form. Available to visitors too. */
  storePlatforms(): readonly { readonly id: string; readonly label: string }[]
}

/** What people may do about assistants. All of it throws `unauthenticated` for a visitor. */
export interface AssistantServices {
  /** Where assistants ask. */
  readonly address: string
  /** Whether they are connected by a click; otherwise they show a key. */
  readonly isOffered: boolean
  /** What an assistant asks for. Throws `not_found` once it is over. */
  asked(authorization: string): Promise<AskedView>
  /** Answers where the browser goes on. Throws `not_found`, and `forbidden` about the field `code` without a second factor. */
  decide(authorization: string, decision: ConsentDecision): Promise<string>
  /** Those that are connected, the newest first; null where they show keys only. */
  list(): Promise<readonly ConnectedView[] | null>
  /** Throws `not_found`. */
  cutOff(client: string): Promise<void>
}

/** Where an assistant takes people back to: a site, or a program on their own device. */
export interface ReturnView {
  readonly host: string
  readonly isLocal: boolean
}

/** An assistant that waits for a decision. */
export interface AskedView {
  /** As it calls itself; empty if it does not. */
  readonly name: string
  readonly back: ReturnView
  readonly email: string
  readonly scopes: readonly Scope[]
  /** Whether the person has to show their second factor for it. */
  readonly needsFactor: boolean
}

/** No; or what it may read, in which shops. */
export type ConsentDecision =
  | { readonly allow: false }
  | {
      readonly allow: true
      readonly scopes: readonly Scope[]
      readonly organisation: string
      readonly shops: 'all' | readonly string[]
    }

/** An assistant that reads the person's figures. */
export interface ConnectedView {
  readonly client: string
  readonly name: string
  readonly back: ReturnView
  readonly scopes: readonly Scope[]
  /** Ids. */
  readonly shops: 'all' | readonly string[]
  /** Instants; null: not used yet. */
  readonly grantedAt: string
  readonly usedAt: string | null
}

export interface ShopView {
  readonly id: string
  /** Id of the organisation that owns the shop. */
  readonly organisation: string
  readonly domain: string
  readonly name: string
  /** Connector id of its store, such as `woocommerce`. */
  readonly platform: string
  /** IANA zone or fixed offset. */
  readonly zone: string
  /** The currency of the ledger. */
  readonly currency: string
  /** Monday = 1 … Sunday = 7. */
  readonly weekStartsOn: number
  /** The shop day of the present instant. */
  readonly today: Day
  /** The oldest shop day with a record; null while there is none. "All time" starts here. */
  readonly firstDay: Day | null
  /** Its figures are made up; it can be thrown away. */
  readonly isSample?: boolean
  readonly display: DisplayPreference
}

/** How figures are printed for this person: the specification's preference per shop. */
export interface DisplayPreference {
  /** ISO code of the currency that queries request. */
  readonly currency: string
  /** Fraction digits of money. */
  readonly decimals: number
  /** Language stored for this shop; null: the person's profile or browser decides. */
  readonly chosenLanguage: Language | null
  /** Language of texts and dates: the page's. */
  readonly language: Language
  /** Locale of figures: `en-US` unless the person chose another. */
  readonly numbers: string
}

/** One shop, bound to the person's permissions on it. */
export interface ShopServices {
  readonly shop: ShopView
  /**
   * Runs a verb on the shop: `run('view.save', {…})`. Throws `forbidden`, `invalid_input` with a message for each field in
   * `problems`, or what the verb documents.
   */
  readonly run: RunVerb<ShopVerbs>
  /** The current viewer: their time zone and the current day there. */
  viewer(): Promise<Viewer>
  /** Sets the shop's logo. Throws `forbidden`, and `invalid_input` for what is no picture. */
  saveLogo(image: { readonly bytes: Uint8Array; readonly type: string }): Promise<void>
  removeLogo(): Promise<void>
  /** Stores the uploaded file and starts examining it. Throws `invalid_input` for one that is empty or too large. */
  uploadImport(form: UploadForm): Promise<{ readonly id: string }>
  /**
   * Takes a form with a file in, which stays on disk until it is removed. Throws `invalid_input` for a file of more bytes, and
   * `limit_reached` for one too many.
   */
  receiveForm(form: UploadForm, mostBytes: number): Promise<ReceivedForm>
  /**
   * The snippets that install tracking in the shop, for its platform. Throws `not_found` when every key of the shop has been
   * revoked.
   */
  trackingInstallation(platform: string, consent: ConsentMode): Promise<InstallationView>
  /** Where exchange rates are fetched from every day; null: nowhere. */
  readonly ratesSource: (RateSource & { readonly isBank: boolean }) | null
  /**
   * Version of the shop's facts, for `LiveUpdates`; read it before the figures of the page. Several shops: joined by commas,
   * in the order of their ids. Cheap: one query.
   */
  factsVersion(): Promise<string>
  /**
   * Has the operator's model choose the figures that answer a question; null where there is no model. Undefined where it asked for none.
   * Throws `unavailable`, and `limit_reached` for one question too many.
   */
  readonly askModel: ((question: string) => Promise<AskedOfModel | undefined>) | null
  /** Writes into the audit log that somebody took these facts out of the shop as a file. */
  recordExport(file: string): Promise<void>
  /** What the person's role allows here; pages leave out what would be refused. */
  readonly may: ShopRights
  /** Metrics and dimensions that can be queried for this shop. Static data, safe to call per request. */
  catalogue(): CatalogueView
}

/** A question about figures that a model chose, and that was answered. */
export interface AskedOfModel {
  readonly metric: string
  readonly from: string
  readonly to: string
  readonly dimension: string | undefined
  readonly interval: 'day' | 'week' | 'month' | undefined
  readonly filters: readonly {
    readonly dimension: string
    readonly operator: 'is' | 'is_not'
    readonly values: readonly string[]
  }[]
  readonly compare: 'previous_period' | 'previous_year' | undefined
  /** The rows with the smallest figures first. */
  readonly leastFirst: boolean
}

/** The person viewing a shop. */
export interface Viewer {
  /** The person's time zone; the shop's unless they set one. */
  readonly zone: string
  /** The current day in that zone. */
  readonly today: Day
}

/** An uploaded form with a file in it, as a stream: nothing is buffered in memory. */
export interface UploadForm {
  readonly contentType: string
  readonly body: ReadableStream<Uint8Array> | null
}

/** A form that was taken in. */
export interface ReceivedForm {
  readonly fields: ReadonlyMap<string, string>
  /** Undefined when none was chosen, or it is empty. */
  readonly file: { readonly name: string; readonly open: () => Readable } | undefined
  /** Deletes the file. */
  readonly remove: () => Promise<void>
}

/** Snippets to paste into a shop, generated for it. */
export interface InstallationView {
  readonly key: string
  /** The address of this installation that the shop's pages call. */
  readonly address: string
  /** Whether that address is reachable from outside. */
  readonly isPublic: boolean
  /** For the head of any theme. */
  readonly snippet: string
  /** For the order confirmation page. */
  readonly thanks: string
  /** The survey on the order confirmation page; the shop's system fills in the order's id. */
  readonly survey: string
  /** The survey as a page of its own: the order's id is appended to this address. */
  readonly surveyLink: string
  /** What the steps of the platform's shops let people copy, by name; without those that need code, where none is built. */
  readonly texts: Readonly<Record<string, string>>
}

/** Rights of a person on a shop. */
export interface ShopRights {
  readonly changeConnections: boolean
  /** Import order files, and undo that. */
  readonly importOrders: boolean
  /** Open single orders, with their buyers' data. */
  readonly openOrders: boolean
  /** Enter custom spend of channels without a connector. */
  readonly enterSpend: boolean
  /** See figures of costs and profit. */
  readonly seeProfit: boolean
  /** See what things cost, and enter it. */
  readonly readCosts: boolean
  readonly enterCosts: boolean
  /** Change costs of closed days, and say which are closed. */
  readonly closeCosts: boolean
  /** Change attribution and visit rules, the buyer survey, and what is sent to ad platforms. */
  readonly changeTracking: boolean
  /** Change the shop's settings. */
  readonly changeSettings: boolean
  /** Write annotations that everybody sees. */
  readonly shareAnnotations: boolean
  /** Share dashboards with the team, and define the shop's own figures. */
  readonly shareDashboards: boolean
  readonly seeMembers: boolean
  /** Let alerts go to Slack, and choose where. */
  readonly useSlack: boolean
  /** Export and erase the data held about one customer. */
  readonly handleCustomers: boolean
}

/** A metric result with its freshness, and the warnings that people need before they trust it. */
export type Result = MetricAnswer

export type Unit = MetricDescription['unit']

export interface CatalogueView {
  readonly metrics: readonly MetricView[]
  readonly dimensions: readonly DimensionView[]
  /** The integration catalogue: every platform with the stats that it brings, stores first. */
  readonly platforms: readonly PlatformDefinition[]
  /** By ad platform: alternative attribution settings for its reported conversions. */
  readonly claimRules?: Readonly<Record<string, readonly ClaimRuleView[]>>
}

/** A metric's description from the engine, with operators for its terms. */
export interface MetricView
  extends Pick<
    MetricDescription,
    'key' | 'label' | 'description' | 'formula' | 'unit' | 'better' | 'additive' | 'dimensions' | 'counting' | 'about'
  > {
  /**
   * How the figure follows from other metrics, in order: `orderRevenue +`, `returns -`; `orderRevenue +`, `orders /`.
   * Empty for one that is read from facts. Every metric named here can be queried.
   */
  readonly terms: readonly MetricTerm[]
}

export interface MetricTerm {
  readonly metric: string
  readonly operator: '+' | '-' | '/'
}

export interface DimensionView {
  /** Key in queries: `country`. */
  readonly key: string
  readonly label: string
}

export type EntryKind = 'order' | 'edit' | 'refund' | 'cancel' | 'dispute'

export type CustomerClass = 'none' | 'new' | 'returning' | 'unidentified'

export interface OrderView {
  readonly id: string
  readonly name: string
  /** The platform's own word. */
  readonly status: string
  /** Instant, ISO 8601 in UTC. */
  readonly placedAt: string
  /** Currency of every amount here. */
  readonly currency: string
  readonly customerClass: CustomerClass
  readonly country: string | null
  readonly gateway: string | null
  readonly salesChannel: string | null
  readonly coupons: readonly string[]
  /** The order in the shop's own admin. */
  readonly adminUrl: string | null
  /** Ledger rows by booking time; returns are negative. */
  readonly entries: readonly OrderEntry[]
  /** Sums over the entries: `gross`, `discount`, `tax`, `total`. */
  readonly totals: EntryAmounts
  /** From what the buyer paid to what is left; null for whoever may not see costs. */
  readonly profit: OrderResult['profit']
  readonly costs: OrderResult['costs']
  readonly disputes: OrderResult['disputes']
}

/** Decimal text; `total` = gross − discount + tax. */
export interface EntryAmounts {
  readonly gross: string
  readonly discount: string
  readonly tax: string
  readonly total: string
}

export interface OrderEntry extends EntryAmounts {
  readonly id: string
  readonly kind: EntryKind
  readonly lineType: 'product' | 'gift_card' | 'shipping' | 'charge' | 'tip' | 'adjustment'
  readonly title: string
  /** Address of the product's picture. */
  readonly picture: string | undefined
  /** Decimal text; some stores sell by weight. */
  readonly quantity: string
  readonly bookedAt: string
  /** What the goods cost, below zero where they came back; null for whoever may not see costs. */
  readonly cost: string | null
  readonly costState: OrderResult['rows'][number]['costState']
}

export interface HealthView {
  /** Stable per issue: kind and key. */
  readonly id: string
  readonly severity: 'info' | 'warning' | 'serious'
  /** What happened, what it means, what to do. */
  readonly message: string
  /** The message has no translation. */
  readonly isEnglish?: boolean
  /** The page where it is fixed. */
  readonly place: HealthPlace
}
