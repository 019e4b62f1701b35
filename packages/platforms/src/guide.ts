import { type ConnectorFailure, isConnectorError, toldWhenAsked } from './failures.ts'

// The parts of a guide to connecting; what can be asked of it stands in the contract.

/** One way in. */
export interface GuideWay {
  readonly id: string
  readonly title: string
  /** Whom it fits. */
  readonly suits: string
  /** It takes the operator's own app at the platform; see `ConnectMethod.app`. */
  readonly needsApp: boolean
  /** It takes an https address of this installation that the platform reaches. */
  readonly needsAddress: boolean
  /** What to do, one after the other. */
  readonly steps: readonly string[]
  /** Addresses of this installation that are entered over there. */
  readonly addresses: readonly GuideAddress[]
}

/** An address of this installation. `webhook` stands for the addresses that are registered by themselves. */
export interface GuideAddress {
  readonly kind: 'app' | 'return' | 'callback' | 'privacy' | 'webhook'
  /** What the field is called over there. */
  readonly label: string
  readonly note: string
}

/** What the platform is asked to allow. */
export interface GuidePermissions {
  /** Where it is granted, and in which words. */
  readonly text: string
  /** All of them in the form in which they are pasted; undefined where they are ticked. */
  readonly paste?: { readonly label: string; readonly text: string }
  readonly list: readonly GuidePermission[]
}

/** One thing that can be granted. */
export interface GuidePermission {
  readonly name: string
  readonly brings: string
  /** What is lost without it. */
  readonly without: string
}

/** What is to be looked at. */
export interface ExamineWish {
  /** Id of the way in. */
  readonly way: string
  /** Whether instant updates are wanted, where registering them takes a key that may write. */
  readonly wantsWriting: boolean
  /** Where the merchant's browser would come back to; null while this installation has no address. */
  readonly returnUrl: string | null
  /** Whether the platform has announced something lately, which proves that it reaches us. */
  readonly isHeard?: boolean
}

/** One thing that was looked at. `unknown`: it cannot be told from here. */
export interface SetupFinding {
  /** Which thing it is about; stable. */
  readonly id: string
  readonly state: 'ok' | 'wrong' | 'unknown'
  readonly title: string
  /** What it means and what to do. */
  readonly text: string
}

/** Something is as it should be. */
export function ok(id: string, title: string, text: string): SetupFinding {
  return { id, state: 'ok', title, text }
}

/** Something has to be mended. */
export function wrong(id: string, title: string, text: string): SetupFinding {
  return { id, state: 'wrong', title, text }
}

/** Something cannot be told from here. */
export function unknown(id: string, title: string, text: string): SetupFinding {
  return { id, state: 'unknown', title, text }
}

/** What a question to a platform came to; anything that is not the platform's doing is thrown. */
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

/** Trouble that passes by itself says nothing about how something is set up; a refusal does, however short it may be. */
export function isPassing({ kind, worsens }: ConnectorFailure): boolean {
  return (kind === 'transient' || kind === 'throttled') && worsens?.kind !== 'permission'
}
