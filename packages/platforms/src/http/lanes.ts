/** Limits on the number of concurrent requests to a store. */
export interface LaneLimits {
  readonly most: number
  /** The maximum slowdown for other visitors' requests: their response time relative to a single request at a time. */
  readonly longest: number
}

/** One response time, and how many requests were in progress meanwhile. */
interface LaneSample {
  /** Responses with the same name cause comparable amounts of work. */
  readonly alike: string
  readonly lanes: number
  readonly durationMs: number
}

/** Finds the highest number of lanes that still increases throughput without slowing other visitors too much. */
interface Lanes {
  count(): number
  note(sample: LaneSample): void
  /** Reduces the lanes after the store failed or asked to slow down. */
  retreat(): void
}

/** The gain required from another lane: a tenth more responses in the same time. */
const worthwhile = 1.1
/** Re-measures everything after this many responses, because a store's load changes over hours. */
const settledFor = 600
/** That many responses of another kind in a row mean that it has taken over, rather than come in between. */
const strangersUntilSwitch = 3

/**
 * Another lane is tried while it increases throughput, and while nobody else's responses take longer than the limit allows: a
 * store whose processors are fully used slows down for everybody, which our own response times show.
 */
export function findLanes({ most, longest }: LaneLimits): Lanes {
  let kind: string | undefined
  let strangers = 0
  let count = 1
  let ceiling = most
  let samples: number[] = []
  /** The usual response time in milliseconds with one lane, and with one lane less than now. */
  let alone = 0
  let before = 0
  /** Responses until everything is measured again; undefined while lanes are being tried. */
  let left: number | undefined

  const begin = () => {
    count = 1
    samples = []
    left = undefined
  }
  const settle = (lanes: number) => {
    count = lanes
    samples = []
    left = settledFor
  }
  const isTooLong = (durationMs: number) => count > 1 && costToVisitors(count, durationMs / alone) > longest

  const judgeSettled = () => {
    samples = samples.slice(-2 * count - 1)
    left = (left ?? 0) - 1
    if (left <= 0) ceiling = most
    if (left <= 0 || (samples.length > 2 * count && isTooLong(median(samples)))) begin()
  }

  const judgeFixture = () => {
    // Two in a row are enough: nobody else has to wait until the trial is over.
    if (samples.length > 1 && samples.slice(-2).every(isTooLong)) return settle(count - 1)
    if (samples.length < count + 2) return
    // With one lane too many, some responses wait for a process and others do not: only the mean shows both. The first sample
    // is dropped, because it arrived while the lane was being added.
    const usual = count === 1 ? median(samples) : mean(samples.slice(1))
    if (count === 1) alone = usual
    else if (isTooLong(usual) || (before * count) / (usual * (count - 1)) < worthwhile) return settle(count - 1)
    if (count >= ceiling) return settle(count)
    before = usual
    count += 1
    samples = []
  }

  /** Whether the sample was taken with the current lanes and kind of request. */
  const isOfUse = ({ alike, lanes }: LaneSample): boolean => {
    if (alike !== kind) {
      strangers += 1
      if (kind !== undefined && strangers < strangersUntilSwitch) return false
      kind = alike
      begin()
    }
    strangers = 0
    return lanes === count
  }

  return {
    count: () => count,
    note(sample) {
      if (!isOfUse(sample)) return
      samples.push(sample.durationMs)
      if (left === undefined) judgeFixture()
      else judgeSettled()
    },
    retreat() {
      ceiling = Math.max(1, count - 1)
      begin()
    },
  }
}

/**
 * How many times longer a visitor's request takes with `lanes` than with one lane, when ours take `stretch` times as long as
 * alone. Processors are shared by all requests, so a store that has `lanes / stretch` of them serves `lanes` of ours and the
 * visitor's at that part of its speed; with one lane there are two to serve.
 */
function costToVisitors(lanes: number, stretch: number): number {
  const processors = lanes / Math.max(1, stretch)
  return (lanes + 1) / processors / Math.max(1, 2 / processors)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}
