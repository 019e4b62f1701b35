// Orders that ad platforms are told of. The server implements it, bound to the person's permissions on the shop.
import type { ConversionEntry, ConversionState, Conversions } from '@tillsight/domain'

export type { ConversionEntry, ConversionState, Conversions }

/** The set-up as it is typed; an empty token leaves the stored one. */
export interface TypedConversionSetup {
  readonly destination: string
  readonly eventName: string
  readonly token: string
  readonly forgetToken: boolean
  readonly consent: string
  readonly value: string
  readonly itemId: string
}

/** Which entries of the delivery log are wanted; without states all of them. */
export interface ConversionLogWish {
  readonly states: readonly ConversionState[]
  readonly skip: number
  readonly most: number
}

/** Part of a shop's services. Throws `not_found` for a platform that cannot be told of orders. */
export interface ConversionServices {
  /** Whether the person may set up, switch, try and send again. */
  readonly mayTellPlatforms: boolean
  conversions(platform: string): Promise<Conversions>
  /** Needs the right to open single orders. */
  conversionLog(
    platform: string,
    wish: ConversionLogWish,
  ): Promise<{ readonly entries: readonly ConversionEntry[]; readonly count: number }>
  /** All of it, or those of these states, the latest orders first. Needs the same right. */
  wholeConversionLog(platform: string, states: readonly ConversionState[]): Promise<readonly ConversionEntry[]>
  /** Asks the platform; takes seconds. */
  conversionDestinations(platform: string): Promise<{
    readonly destinations: readonly { readonly id: string; readonly label: string }[]
    readonly message: string | null
  }>
  /** Throws `invalid_input` whose `details` are messages keyed by field. */
  saveConversions(platform: string, typed: TypedConversionSetup): Promise<void>
  /** Throws `conflict` where it cannot be switched on as it is set up. */
  switchConversions(platform: string, enabled: boolean): Promise<void>
  /** Sends a made-up order that counts for nothing. */
  tryConversions(platform: string, code: string): Promise<{ readonly accepted: boolean; readonly message: string }>
  /** One order, or all that were refused or given up; answers how many are queued. */
  resendConversions(platform: string, order?: string): Promise<number>
}
