/** Converts wall-clock readings to instants. Time zone look-ups are cached. */
export interface LocalTimes {
  /**
   * Milliseconds since 1970 of `YYYY-MM-DD[ T]hh:mm[:ss[.fff]]`, undefined when no such date or time exists. A reading
   * that occurs twice (clocks go back) is the first; one that is skipped (clocks go forward) moves on by the gap.
   */
  toEpochMs(text: string): number | undefined
}

const pattern = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?$/
const withOffset = /^(.+?)\s?(Z|[+-]\d{2}:?\d{2})$/
const dayMs = 86_400_000
const quarterMs = 900_000
const rememberedQuarters = 100_000

/** Readings with `Z` or an offset are absolute; all others are wall-clock time in `zone`. */
export function localTimesOf(zone: string): LocalTimes {
  const offsetAt = offsetsOf(zone)
  let last: { text: string; epochMs: number | undefined } = { text: '', epochMs: undefined }
  const compute = (text: string) => {
    const marked = withOffset.exec(text)
    const wall = wallClock(marked?.[1] ?? text)
    if (wall === undefined) return undefined
    return marked ? shiftBy(wall, marked[2] ?? 'Z') : resolve(wall, offsetAt)
  }
  return {
    toEpochMs(text) {
      if (text !== last.text) last = { text, epochMs: compute(text) }
      return last.epochMs
    },
  }
}

/** The reading as if it were UTC; undefined for 30 February, 25:00 and the like. */
function wallClock(text: string): number | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  const part = (index: number) => Number(match[index] ?? 0)
  if (part(4) > 23 || part(5) > 59 || part(6) > 59) return undefined
  const day = new Date(Date.UTC(part(1), part(2) - 1, part(3)))
  const exists = day.getUTCFullYear() === part(1) && day.getUTCMonth() === part(2) - 1 && day.getUTCDate() === part(3)
  if (!exists) return undefined
  const ms = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  return day.getTime() + ((part(4) * 60 + part(5)) * 60 + part(6)) * 1000 + ms
}

function shiftBy(wall: number, offset: string): number | undefined {
  if (offset === 'Z') return wall
  const digits = offset.replace(':', '')
  const hours = Number(digits.slice(1, 3))
  const minutes = Number(digits.slice(3, 5))
  if (hours > 14 || minutes > 59) return undefined
  return wall - (digits.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

function resolve(wall: number, offsetAt: (epochMs: number) => number): number {
  const before = offsetAt(wall - dayMs)
  const after = offsetAt(wall + dayMs)
  for (const offset of before > after ? [before, after] : [after, before]) {
    if (offsetAt(wall - offset) === offset) return wall - offset
  }
  return wall - before
}

function offsetsOf(zone: string): (epochMs: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const compute = (epochMs: number) => {
    const parts = new Map<string, number>(format.formatToParts(epochMs).map(({ type, value }) => [type, Number(value)]))
    const part = (type: string) => parts.get(type) ?? 0
    const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
    return wall - Math.floor(epochMs / 1000) * 1000
  }
  // Zones change their offset at full quarters of an hour, and orders repeat the same times of day.
  const known = new Map<number, number>()
  return (epochMs) => {
    const quarter = Math.floor(epochMs / quarterMs)
    const offset = known.get(quarter) ?? compute(quarter * quarterMs)
    if (known.size >= rememberedQuarters) known.clear()
    known.set(quarter, offset)
    return offset
  }
}
