import { type ConnectorFailure, isConnectorError, toldWhenAsked } from './failures.ts'

// The parts of a connection guide; the functions are in the contract.

/** One way to connect. */
export interface GuideWay {
  readonly id: string
  readonly title: string
  /** Who it is suited for. */
  readonly suits: string
  /** It takes the operator's own app at the platform; see `ConnectMethod.app`. */
  readonly needsApp: boolean
  /** It takes an https address of this installation that the platform reaches. */
  readonly needsAddress: boolean
  /** The steps, in order. */
  readonly steps: readonly GuideStep[]
  /** Addresses of this installation to enter at the platform. */
  readonly addresses: readonly GuideAddress[]
}

/** One step of a guide. */
export interface GuideStep {
  readonly text: string
  /** The installer's are done once for all shops, by whoever runs the installation. */
  readonly by: 'merchant' | 'installer'
  readonly picture: GuidePicture
}

/**
 * What a step shows, for a drawing of our own: where it is and what is pressed there, in the words of the platform's English
 * screens. Three fields and ticks at most.
 */
export interface GuidePicture {
  /** Whose screen, and the menu entries that lead there: `WooCommerce > Settings > Advanced`. */
  readonly at: string
  readonly fields?: readonly string[]
  readonly ticks?: readonly string[]
  readonly press?: string
}

/** A step that the merchant takes. */
export function byMerchant(text: string, picture: GuidePicture): GuideStep {
  return { text, by: 'merchant', picture }
}

/** A step that whoever runs the installation takes once. */
export function byInstaller(text: string, picture: GuidePicture): GuideStep {
  return { text, by: 'installer', picture }
}

/** An address of this installation. `webhook` means the addresses that are registered automatically. */
export interface GuideAddress {
  readonly kind: 'app' | 'return' | 'callback' | 'privacy' | 'webhook'
  /** The name of the field at the platform. */
  readonly label: string
  readonly note: string
}

/** The permissions that the platform has to grant. */
export interface GuidePermissions {
  /** Where to grant them, in the platform's terms. */
  readonly text: string
  /** All of them as text to paste; undefined if they are checkboxes. */
  readonly paste?: { readonly label: string; readonly text: string }
  readonly list: readonly GuidePermission[]
}

/** One permission. */
export interface GuidePermission {
  readonly name: string
  readonly brings: string
  /** What is missing without it. */
  readonly without: string
}

/** What to check. */
export interface ExamineOptions {
  /** Id of the way to connect. */
  readonly way: string
  /** Whether instant updates are wanted, if registering them requires a key with write access. */
  readonly wantsWriting: boolean
  /** The redirect address for the merchant's browser; null while this installation has no address. */
  readonly returnUrl: string | null
  /** Whether a webhook arrived recently, which proves that the platform can reach us. */
  readonly isHeard?: boolean
}

/** The result of one check. `unknown`: it cannot be determined from here. */
export interface SetupFinding {
  /** A stable id of the check. */
  readonly id: string
  readonly state: 'ok' | 'wrong' | 'unknown'
  readonly title: string
  /** What it means and what to do. */
  readonly text: string
}

/** A check that passed. */
export function ok(id: string, title: string, text: string): SetupFinding {
  return { id, state: 'ok', title, text }
}

/** A check that found something to fix. */
export function wrong(id: string, title: string, text: string): SetupFinding {
  return { id, state: 'wrong', title, text }
}

/** A check without a result. */
export function unknown(id: string, title: string, text: string): SetupFinding {
  return { id, state: 'unknown', title, text }
}

/** The result of a request to a platform; errors that are not the platform's are thrown. */
export async function attempt<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly failure: ConnectorFailure }> {
  try {
    return { value: await work() }
  } catch (error) {
    if (isConnectorError(error)) return { failure: { ...error.failure, message: toldWhenAsked(error.failure) } }
    throw error
  }
}

/** A temporary failure says nothing about the set-up; a refusal does, however short-lived. */
export function isPassing({ kind, worsens }: ConnectorFailure): boolean {
  return (kind === 'transient' || kind === 'throttled') && worsens?.kind !== 'permission'
}
