// The texts and data about a platform. Pure: also used in pages.

/** What is needed to show a platform; small, because browsers load it for all platforms. */
export interface PlatformFace<Id extends string = string> {
  readonly id: Id
  readonly kind: 'store' | 'ads'
  readonly name: string
  /** Its colour in the chart palette; stores share the first. */
  readonly series: 1 | 2 | 3 | 4 | 5 | 6
  /** Its icon's name. */
  readonly icon: string
  /** The part of the icon's 24 × 24 units that is shown, as an SVG view box: a word is too small to read, its first letter is not. */
  readonly iconBox?: string
  /** It reports reach for exactly the requested days. */
  readonly reach?: true
}

/** Data that every platform has. */
interface PlatformBasics<Id extends string> extends PlatformFace<Id> {
  /** What connecting it brings, in one sentence. */
  readonly description: string
  /** Whether connecting has a step besides entering keys. */
  readonly hasConnectStep: boolean
}

/** A site or app from which the platform's ads and posts send buyers. */
export interface PlatformSource {
  readonly name: string
  readonly group: 'search' | 'social' | 'video'
  /** Values of `utm_source`, in lower case. */
  readonly names: readonly string[]
  /** Names that only paid clicks carry. */
  readonly paidNames?: readonly string[]
  /** Domains, matched as suffixes of whole labels. */
  readonly domains?: readonly string[]
  /** Android packages. */
  readonly apps?: readonly string[]
  /** A site that has a domain in every country: `google` matches google.de and google.co.uk. */
  readonly everywhere?: string
}

/** A parameter that the platform adds to the addresses of its clicks. */
export interface PlatformClickId {
  /** Lower case, as parameters are matched. */
  readonly parameter: string
  /** `paid`: only ad clicks have it; `listing`: from a free product listing; `free`: says nothing by itself. */
  readonly kind: 'paid' | 'listing' | 'free'
  /** The channel of a paid click about which nothing else is known. */
  readonly channel?: string
}

/** How visits from the platform are recognised and matched to its ads. */
export interface PlatformVisits {
  /** The platform's name in visits: `google`. */
  readonly name: string
  /** Other names for it in imported files. */
  readonly otherNames?: readonly string[]
  /** In order of precedence; the first is the usual one. */
  readonly clickIds: readonly PlatformClickId[]
  /** The meaning of a click without a click id; a sentence. */
  readonly withoutClickId: string
  /** More specific sources come before the sites that they belong to. */
  readonly sources: readonly PlatformSource[]
  /** The channel of its ads: one, or by kind of campaign in lower case; unlisted kinds imply none. */
  readonly channel: string | Readonly<Record<string, string>>
  /** Kinds of campaigns, in lower case, whose ads cannot be told apart. */
  readonly wholeKinds?: readonly string[]
  /** Its clicks are read one by one, so that a click id names its ad. */
  readonly hasClickLog?: true
}

/** One parameter that is added to a landing page's address. */
export interface TemplateParameter {
  readonly name: string
  /** A fixed text or the platform's macro. */
  readonly value: string
  readonly meaning: string
  /** Required to match an order to its ad. */
  readonly isNeeded: boolean
  /** Why it may come back empty. */
  readonly mayBeEmpty?: string
}

/** How ads of a platform are tagged. */
export interface TrackingTemplate {
  /** The name of the field in the platform that the parameters are pasted into. */
  readonly field: string
  /** How to get there, step by step. */
  readonly steps: readonly string[]
  readonly parameters: readonly TemplateParameter[]
  /** What matching depends on. */
  readonly notes: readonly string[]
  /** How an unfilled macro of the platform looks. */
  readonly macro: RegExp
  /**
   * The same pattern for the warehouse, matching a whole value: identifies the platform of a visit that does not name it
   * otherwise.
   */
  readonly macroShape: string
}

/** Campaigns that the platform reports only partially. */
export interface UntoldCampaigns {
  /** The kind of campaigns, in the platform's terms. */
  readonly kind: string
  /** The platform's statistics that are nevertheless reported for them. */
  readonly told: readonly PlatformStat[]
  /** The attribution rule that includes their sales. */
  readonly claimRule: string
  /** Points to that rule. */
  readonly hint: string
  /** What is missing; the beginning of a sentence. */
  readonly missing: string
}

/** A statistic that an ad platform reports of itself. */
export type PlatformStat =
  | 'spend'
  | 'conversions'
  | 'cpa'
  | 'cpc'
  | 'roas'
  | 'reach'
  | 'impressions'
  | 'views'
  | 'clicks'

/** Everything that is data about an ad platform. */
export interface AdsDescriptor<Id extends string = string> extends PlatformBasics<Id> {
  readonly kind: 'ads'
  /** In display order. */
  readonly stats: readonly PlatformStat[]
  /** The clicks used for cost per click: the platform's name for them, and the column with their number. */
  readonly click: { readonly name: string; readonly counted: 'clicks' | 'link_clicks' }
  /** What it counts as its own conversions, with a label such as `Claimed by Meta`, and when. */
  readonly claims: { readonly by: string; readonly points: readonly string[] }
  /** The other attribution rules that it can report: their ids as in the records. */
  readonly claimRules: readonly { readonly id: string; readonly label: string }[]
  readonly visits: PlatformVisits
  readonly tracking: TrackingTemplate
  /** What its totals include that no campaign, ad set or ad accounts for. */
  readonly remainder?: string
  readonly untold?: UntoldCampaigns
}

/** A command that connects a store. */
export interface StoreCommand {
  readonly about: string
  /** Beside the address; a flag such as `--client-id <id>` fills the value of the same name, `clientId`. */
  readonly options: readonly { readonly flag: string; readonly about: string; readonly isNeeded?: true }[]
  /** What the address looks like. */
  readonly url: string
  /** A note about keys with write access; omitted if they make no difference. */
  readonly write?: string
}

/**
 * A step of an instruction. In its text, code stands between backticks, and words in brackets lead to the page where the script
 * is put into a shop.
 */
export interface InstructionStep {
  readonly title: string
  readonly text: string
  /** Something to copy: a text with places such as `__LINK__`, for what is made for the shop. */
  readonly copy?: { readonly label: string; readonly text: string; readonly isCode?: true }
  /** One of the files that are made for the shop, by its name in the connector's `install`. */
  readonly download?: { readonly label: string; readonly file: string; readonly isMain?: true }
}

/** Everything that is data about a store platform. */
export interface StoreDescriptor<Id extends string = string> extends PlatformBasics<Id> {
  readonly kind: 'store'
  /** Hosts that buyers are sent to for paying, beside the shop's own. */
  readonly paymentHosts: readonly string[]
  /** Hosts that buyers sign in at. */
  readonly loginHosts: readonly string[]
  /** Hosts on which any shop's orders may complete, as browsers report them. */
  readonly checkoutHosts: readonly string[]
  /** What data it has on payment fees. */
  readonly fees: string
  /** Whether plug-ins keep data of their own with its orders, costs among them. */
  readonly keepsOrderMeta?: true
  /** How to connect it from the command line. */
  readonly command: StoreCommand
  /** Why visitor consent is not configured here: the platform decides it. */
  readonly ownConsent?: string
  /**
   * What runs its shops' own part of the script, `packages/pixel/src/<id>.ts`: the page, or a sandbox of the platform into which
   * merchants paste what they can read; left out where there is none.
   */
  readonly ownScript?: 'page' | 'sandbox'
  /** How the script gets into a shop. Places are the texts of the connector's `install`: `__CART__`. */
  readonly installSteps: readonly InstructionStep[]
  /** How buyers are asked what brought them. `__LINK__` is the question's address, without the order's id. */
  readonly surveySteps: readonly InstructionStep[]
  /** How to make the store record the visits that orders come from; omitted if it does so by itself. */
  readonly originNotes?: string
}

/** A platform. */
export type PlatformDescriptor = StoreDescriptor | AdsDescriptor

/** The parameters that an order is joined to its ad by. */
const joining = ['utm_source', 'utm_medium', 'utm_id', 'ts_as', 'ts_ad']

/** A parameter of a tracking template. */
/* @__NO_SIDE_EFFECTS__ -- what shows faces alone leaves the calls out. */
export function parameter(name: string, value: string, about: string | readonly [string, string]): TemplateParameter {
  const [meaning, mayBeEmpty] = typeof about === 'string' ? [about] : about
  return { name, value, meaning, isNeeded: joining.includes(name), ...(mayBeEmpty === undefined ? {} : { mayBeEmpty }) }
}
