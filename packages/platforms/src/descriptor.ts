// What the product says and does about a platform, as far as it is data. Pure: it is part of pages too.

/** What everybody needs to show a platform; small, because browsers load that of all. */
export interface PlatformFace<Id extends string = string> {
  readonly id: Id
  readonly kind: 'store' | 'ads'
  readonly name: string
  /** Place of its colour in the palette of charts; stores share the first. */
  readonly series: 1 | 2 | 3 | 4 | 5 | 6
  /** Its mark in the collection of icons. */
  readonly icon: string
  /** It tells how many people were reached, of exactly the asked days. */
  readonly reach?: true
}

/** What is said of every platform. */
interface PlatformBasics<Id extends string> extends PlatformFace<Id> {
  /** What connecting it brings, in one sentence. */
  readonly description: string
  /** Whether connecting has a step of its own beside typing in keys. */
  readonly hasConnectStep: boolean
}

/** A place that ads and posts of the platform send buyers from. */
export interface PlatformSource {
  readonly name: string
  readonly group: 'search' | 'social' | 'video'
  /** Names that `utm_source` carries, lower case. */
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
  /** `paid`: nobody has one who did not click an ad; `listing`: of a free product listing; `free`: says nothing by itself. */
  readonly kind: 'paid' | 'listing' | 'free'
  /** Of a paid click of which nothing else is known. */
  readonly channel?: string
}

/** How visits from the platform are recognised and joined with its ads. */
export interface PlatformVisits {
  /** What visits call it: `google`. */
  readonly name: string
  /** Other names that imported files may have for it. */
  readonly otherNames?: readonly string[]
  /** In the order in which they are believed; the first is the usual one. */
  readonly clickIds: readonly PlatformClickId[]
  /** What it means that a click came without one; a sentence. */
  readonly withoutClickId: string
  /** More special places stand before the sites that they belong to. */
  readonly sources: readonly PlatformSource[]
  /** The channel of its ads: one, or by kind of campaign in lower case; a kind that is not named says nothing. */
  readonly channel: string | Readonly<Record<string, string>>
  /** Kinds of campaigns, in lower case, whose ads cannot be told apart. */
  readonly wholeKinds?: readonly string[]
  /** Its clicks are read one by one, so that a click id names its ad. */
  readonly hasClickLog?: true
}

/** One part of what is added to a landing page's address. */
export interface TemplateParameter {
  readonly name: string
  /** A fixed text or the platform's macro. */
  readonly value: string
  readonly meaning: string
  /** Without it an order cannot be joined to its ad. */
  readonly isNeeded: boolean
  /** Why it may come back empty. */
  readonly mayBeEmpty?: string
}

/** How ads of a platform are tagged. */
export interface TrackingTemplate {
  /** What the platform calls the thing that the parameters are pasted into. */
  readonly field: string
  /** The way there, step by step. */
  readonly steps: readonly string[]
  readonly parameters: readonly TemplateParameter[]
  /** What decides whether the join works. */
  readonly notes: readonly string[]
  /** How the platform writes a macro that it has not filled in. */
  readonly macro: RegExp
  /** The same for the warehouse, of a whole value: tells whose a visit is that names no platform otherwise. */
  readonly macroShape: string
}

/** Campaigns of which the platform tells only a part. */
export interface UntoldCampaigns {
  /** Kind of the campaigns, in the platform's words. */
  readonly kind: string
  /** Of the platform's statistics those that are told of them all the same. */
  readonly told: readonly PlatformStat[]
  /** The rule of claims that shows what they sold. */
  readonly claimRule: string
  /** Leads to that rule. */
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
  /** In the order in which they are listed. */
  readonly stats: readonly PlatformStat[]
  /** The click that costs are divided by: what it calls it, and the column that counts it. */
  readonly click: { readonly name: string; readonly counted: 'clicks' | 'link_clicks' }
  /** What it counts as its own: `Claimed by Meta`, and when. */
  readonly claims: { readonly by: string; readonly points: readonly string[] }
  /** Other rules by which it can claim purchases: their ids as in the records. */
  readonly claimRules: readonly { readonly id: string; readonly label: string }[]
  readonly visits: PlatformVisits
  readonly tracking: TrackingTemplate
  /** What its totals hold that none of its campaigns, ad sets or ads explains. */
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
  /** What is said of keys that may write; left out where that makes no difference. */
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
  /** Hosts on which orders of all its shops may end, as browsers name them. */
  readonly checkoutHosts: readonly string[]
  /** What it knows of payment fees. */
  readonly fees: string
  /** How it is connected from the command line. */
  readonly command: StoreCommand
  /** Why nobody chooses here whether its visitors are asked: it decides that itself. */
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
  /** Where the store is made to note which visits its orders come from; left out where it does so by itself. */
  readonly originNotes?: string
}

/** A platform. */
export type PlatformDescriptor = StoreDescriptor | AdsDescriptor

/** The parameters that an order is joined to its ad by. */
const joining = ['utm_source', 'utm_medium', 'utm_id', 'ts_as', 'ts_ad']

/** A parameter of a tracking template. */
export function parameter(name: string, value: string, about: string | readonly [string, string]): TemplateParameter {
  const [meaning, mayBeEmpty] = typeof about === 'string' ? [about] : about
  return { name, value, meaning, isNeeded: joining.includes(name), ...(mayBeEmpty === undefined ? {} : { mayBeEmpty }) }
}
