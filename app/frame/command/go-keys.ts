/** Milliseconds within which the second key must follow G. */
export const goWindowMs = 1500

/** A destination of G plus a letter. */
export interface GoTarget {
  readonly goKey: string
  readonly to: string
}

/** Result of a key press in a two-key shortcut. */
export type GoStep =
  | { readonly kind: 'begin' }
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'none' }

interface GoPress {
  readonly key: string
  /** Instant of the press. */
  readonly at: number
  /** Time of the preceding G; undefined without one. */
  readonly began: number | undefined
}

/** Handles a key: G begins a shortcut, a letter in time completes it, any other key is ignored. */
export function readGoKey({ key, at, began }: GoPress, targets: readonly GoTarget[]): GoStep {
  const letter = key.toUpperCase()
  const isSecond = began !== undefined && at - began <= goWindowMs
  const target = isSecond ? targets.find(({ goKey }) => goKey === letter) : undefined
  if (target) return { kind: 'go', to: target.to }
  return letter === 'G' ? { kind: 'begin' } : { kind: 'none' }
}
