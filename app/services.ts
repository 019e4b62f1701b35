// What pages may ask for. The server implements it, bound to the signed-in person; the app opens nothing itself.
// Failures a person can act on are thrown as `AppError`; the app turns them into pages, forms and statuses.
import type { Day } from '@tillsight/core/days'
import type { HealthPlace } from '@tillsight/domain'
import type {
  FigureRows,
  MetricDescription,
  MetricQuery,
  MetricResult,
  PlatformDefinition,
  RowsQuestion,
} from '@tillsight/metrics'
import type { AttributionServices } from './attributing.ts'
import type { CampaignServices } from './campaigning.ts'
import type { ChannelRuleServices } from './channel-rules.ts'
import type { CheckingServices } from './checking.ts'
import type { ConnectingServices } from './connecting.ts'
import type { ConversionServices } from './conversions.ts'
import type { ExchangeRateServices } from './exchange-rates.ts'
import type { AccountServices, MemberServices, MembershipView, OpenInvitation } from './identity.ts'
import type { ImportServices } from './importing.ts'
import type { Language } from './language/languages.ts'
import type { LiveEventServices } from './live-events.ts'
import type { PersonalServices } from './personal.ts'
import type { PrivacyServices } from './privacy.ts'
import type { GuideServices } from './setup-guide.ts'
import type { SettingsServices } from './shop-settings.ts'
import type { SpendServices } from './spending.ts'
import type { SurveyServices } from './survey.ts'
import type { TrackingInstallServices } from './tracking-install.ts'

export type {
  ConnectionStatus,
  ConnectionView,
  ConnectorField,
  ConnectorView,
  StreamView,
} from './connecting.ts'
export type { GuideView, SetupFinding } from './setup-guide.ts'

/** Everything that does not need a shop yet. */
export interface AppServices {
  /** The signed-in person's own things. Everything here throws `unauthenticated` for a visitor, unless it says otherwise. */
  readonly account: AccountServices
  /** The organisations of the person, by name. */
  memberships(): Promise<readonly MembershipView[]>
  /** Undefined when the person does not belong to the organisation. */
  members(organisation: string): Promise<MemberServices | undefined>
  /** Anybody with the link may look; undefined for a token that was never given out. */
  invitation(token: string): Promise<OpenInvitation | undefined>
  /** Throws `conflict` when it is not open any more, `forbidden` when it was sent to another address. */
  acceptInvitation(token: string): Promise<void>
  /** The present instant, ISO 8601 in UTC. Pages read no clock of their own. */
  now(): string
  /** The person's shops, in the order they are listed everywhere. Cheap: one query. */
  listShops(): Promise<readonly ShopView[]>
  /** Before a file of figures is made. Throws `limit_reached`, with `details.retryAfterSeconds`, for one too many. */
  countFile(): Promise<void>
  /** Undefined when no shop of this person has the domain, or several have it and the mark is missing. */
  shop(domain: string): Promise<ShopServices | undefined>
  /**
   * In the person's first organisation where they may, or one of their own, made with it. Throws `invalid_input` whose
   * `details` are messages keyed by field, `conflict` when the domain is taken.
   * The answer's `domain` is the normalised one (`https://Shop.example/` becomes `shop.example`).
   */
  createShop(input: CreateShopInput): Promise<ShopView>
  /** Registered connectors of kind `store`, for the first-run form. Answers a visitor too. */
  storePlatforms(): readonly { readonly id: string; readonly label: string }[]
}

export interface CreateShopInput {
  readonly domain: string
  readonly name: string
  readonly platform: string
  readonly zone: string
  readonly currency: string
}

export interface ShopView {
  readonly id: string
  /** Id of the organisation that it belongs to. */
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
  readonly display: DisplayPreference
}

/** How figures are printed for this person: the specification's preference per shop. */
export interface DisplayPreference {
  /** ISO code the app asks for in its queries. */
  readonly currency: string
  /** Fraction digits of money. */
  readonly decimals: number
  /** Stored for this shop; null: nothing is stored, the person's profile and browser decide. */
  readonly chosenLanguage: Language | null
  /** Of words and dates: the page's. */
  readonly language: Language
  /** Locale of figures: `en-US` unless the person chose another. */
  readonly numbers: string
}

/** One shop, bound to the person's permissions on it. */
export interface ShopServices
  extends PersonalServices,
    SettingsServices,
    AttributionServices,
    CampaignServices,
    ChannelRuleServices,
    CheckingServices,
    ImportServices,
    PrivacyServices,
    ConnectingServices,
    ConversionServices,
    ExchangeRateServices,
    SpendServices,
    SurveyServices,
    TrackingInstallServices,
    LiveEventServices,
    GuideServices {
  readonly shop: ShopView
  /**
   * Which facts the shop has: for `LiveUpdates`, to be asked for before the figures of the page. Several shops: joined by
   * commas, in the order of their ids. Cheap: one query.
   */
  factsVersion(): Promise<string>
  /** What the person's role allows here; pages leave out what would be refused. */
  readonly may: ShopRights
  /** Metrics and dimensions this shop can be asked for. Static data, safe to call per request. */
  catalogue(): CatalogueView
  query(query: MetricQuery): Promise<Answer>
  /** Drill-down: what a figure consists of. */
  rows(query: RowsQuery): Promise<FigureRows>
  /** Orders by what the store itself wrote on them about the visit they came from; the most orders first. */
  origins(question: OriginsQuestion): Promise<OriginsView>
  /** Undefined when the shop has no such counted order. `id` is the platform's order id. */
  order(id: string): Promise<OrderView | undefined>
  /** Open findings (missing rates, incomplete history, silent webhooks …), worst first. */
  health(): Promise<readonly HealthView[]>
}

/** Rights of a person on a shop. */
export interface ShopRights {
  readonly changeConnections: boolean
  /** Import order files, and undo that. */
  readonly importOrders: boolean
  /** Open single orders, with their buyers' data. */
  readonly openOrders: boolean
  /** Enter what is spent on channels without a connector. */
  readonly enterSpend: boolean
  /** Change the shop's settings. */
  readonly changeSettings: boolean
  /** Write annotations that everybody sees. */
  readonly shareAnnotations: boolean
  readonly seeMembers: boolean
  /** Hand over, and erase, what is held about one customer. */
  readonly handleCustomers: boolean
}

/** A result with the newest complete sync of each source that went into it; null = never synced. */
export type Answer = MetricResult & {
  readonly freshness: Readonly<Record<string, string | null>>
  readonly maturing?: MaturingDays
  /** By platform, the rule that its claims are counted by where it is not the platform's own. */
  readonly claims?: Readonly<Record<string, ClaimRule>>
}

/** Days whose claimed purchases can still grow: the first on any of the platforms, and on each. */
export interface MaturingDays {
  readonly from: string
  readonly platforms: readonly string[]
  readonly since: Readonly<Record<string, string>>
}

/** A rule that a platform's claims can be counted by: `7 days after a click`. */
export interface ClaimRule {
  readonly key: string
  readonly label: string
}

export type Unit = MetricDescription['unit']

export interface CatalogueView {
  readonly metrics: readonly MetricView[]
  readonly dimensions: readonly DimensionView[]
  /** The integration catalogue: every platform with the stats that it brings, stores first. */
  readonly platforms: readonly PlatformDefinition[]
  /** By ad platform: what its claims can be counted by instead of its own setting. */
  readonly claimRules?: Readonly<Record<string, readonly ClaimRule[]>>
}

/** The engine's own description, with operators for its terms. */
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
  /** As asked for in queries: `country`. */
  readonly key: string
  readonly label: string
}

/** Range, filters and currency of the query count; the rest of it is ignored. */
export type RowsQuery = Omit<RowsQuestion, 'scope'>

/** Shop days, both ends included; by the source of the visit or by its campaign too. */
export interface OriginsQuestion {
  readonly from: string
  readonly to: string
  readonly by: 'source' | 'campaign'
  /** What revenue is converted into; the shop's own when absent. */
  readonly currency?: string
}

export interface OriginsView {
  /** Of `revenue`. */
  readonly currency: string
  /** Orders of all rows, listed or not, and those among them that the store wrote anything on. */
  readonly orders: number
  readonly recorded: number
  /** Rows there are. */
  readonly count: number
  readonly rows: readonly OriginRow[]
}

/** Texts as the store has them, empty where it wrote nothing. */
export interface OriginRow {
  /** `utm`, `organic`, `referral`, `typein`, `admin`, `mobile_app` or a plug-in's own word. */
  readonly sourceType: string
  readonly source: string
  readonly medium: string
  readonly campaign: string
  readonly orders: number
  /** Order revenue, decimal text; null where a day of it has no exchange rate. */
  readonly revenue: string | null
}

export type EntryKind = 'order' | 'edit' | 'refund' | 'cancel'

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
  /** Decimal text; some stores sell by weight. */
  readonly quantity: string
  readonly bookedAt: string
}

export interface HealthView {
  /** Stable per finding: kind and key. */
  readonly id: string
  readonly severity: 'info' | 'warning' | 'serious'
  /** What happened, what it means, what to do. */
  readonly message: string
  /** Where it is mended. */
  readonly place: HealthPlace
}
