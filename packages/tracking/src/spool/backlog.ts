import type { Position } from './segments.ts'

/** What waits in a spool: which segments there are, how far each is safe on the disk, and from where on it is not taken. */
export function createBacklog(ends: Map<number, number>, from: Position) {
  let at = from
  let bytes = 0
  count()

  function count(): void {
    bytes = [...ends].reduce((sum, [segment, end]) => sum + Math.max(0, end - startOf(segment, end)), 0)
  }

  function startOf(segment: number, end: number): number {
    if (segment < at.segment) return end
    return segment === at.segment ? at.offset : 0
  }

  return {
    bytes: () => bytes,
    newestSegment: () => Math.max(at.segment, ...ends.keys()),
    grow(segment: number, end: number): void {
      bytes += end - (ends.get(segment) ?? 0)
      ends.set(segment, end)
    },
    /** The first place with something behind it, whether that is a record or torn. */
    oldest(): (Position & { readonly end: number }) | undefined {
      for (const [segment, end] of ends) {
        const offset = startOf(segment, end)
        if (end > offset) return { segment, offset, end }
      }
      return undefined
    },
    /** Forgets what lies before; returns the segments of which nothing is left. */
    moveTo(place: Position, isWrittenTo: (segment: number) => boolean): number[] {
      at = place
      const done = [...ends].filter(([segment, end]) => startOf(segment, end) >= end && !isWrittenTo(segment))
      for (const [segment] of done) ends.delete(segment)
      count()
      return done.map(([segment]) => segment)
    },
  }
}
