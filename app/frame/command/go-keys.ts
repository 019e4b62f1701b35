/** How long after G the second key may come. */
export const goWindowMs = 1500

/** Where G and a letter lead. */
export interface GoTarget {
  readonly goKey: string
  readonly to: string
}

/** What a key means after, or as, the first of two. */
export type GoStep =
  | { readonly kind: 'begin' }
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'none' }

interface GoPress {
  readonly key: string
  /** Instant of the press. */
  readonly at: number
  /** Instant of the G before; undefined without one. */
  readonly began: number | undefined
}

/** Reads a key: G begins, a letter within the time goes, everything else is somebody else's. */
export function readGoKey({ key, at, began }: GoPress, targets: readonly GoTarget[]): GoStep {
  const letter = key.toUpperCase()
  const isSecond = began !== undefined && at - began <= goWindowMs
  const target = isSecond ? targets.find(({ goKey }) => goKey === letter) : undefined
  if (target) return { kind: 'go', to: target.to }
  return letter === 'G' ? { kind: 'begin' } : { kind: 'none' }
}
