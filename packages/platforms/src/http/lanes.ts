/** How many questions at once a store may be asked. */
export interface LaneLimits {
  readonly most: number
  /** How many times as long as with one question at a time an answer to somebody else may take. */
  readonly longest: number
}

/** One answer, and how many were under way while it was. */
interface LaneSample {
  /** Answers with the same name are comparable amounts of work. */
  readonly alike: string
  readonly lanes: number
  readonly durationMs: number
}

/** Finds the number of lanes from which another one would bring no more, or would cost other visitors too much. */
interface Lanes {
  count(): number
  note(sample: LaneSample): void
  /** The store failed or asked for less: that many were too many. */
  retreat(): void
}

/** What another lane has to bring at least: a tenth more answers in the same time. */
const worthwhile = 1.1
/** As a store's load changes over hours, everything is measured afresh after so many answers. */
const settledFor = 600
/** Another kind of question has taken over, as opposed to one in between. */
const strangersUntilSwitch = 3

/**
 * A lane more is tried while it brings more answers in the same time than without it, and while nobody else's answers take
 * longer than the limit allows: a store whose processors are all at work answers everybody more slowly, and our own
 * answers tell.
 */
export function findLanes({ most, longest }: LaneLimits): Lanes {
  let kind: string | undefined
  let strangers = 0
  let count = 1
  let ceiling = most
  let samples: number[] = []
  /** Milliseconds of a usual answer with one lane, and with one lane less than now. */
  let alone = 0
  let before = 0
  /** Answers until everything is measured afresh; undefined while lanes are tried. */
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

  const judgeTrial = () => {
    // Two in a row are enough: nobody else has to wait until the trial is over.
    if (samples.length > 1 && samples.slice(-2).every(isTooLong)) return settle(count - 1)
    if (samples.length < count + 2) return
    // With one lane too many some answers wait for a process and others do not: only the mean tells both. The first one came
    // while the lane was still being added.
    const usual = count === 1 ? median(samples) : mean(samples.slice(1))
    if (count === 1) alone = usual
    else if (isTooLong(usual) || (before * count) / (usual * (count - 1)) < worthwhile) return settle(count - 1)
    if (count >= ceiling) return settle(count)
    before = usual
    count += 1
    samples = []
  }

  /** Whether the answer says something about the lanes as they are. */
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
      if (left === undefined) judgeTrial()
      else judgeSettled()
    },
    retreat() {
      ceiling = Math.max(1, count - 1)
      begin()
    },
  }
}

/**
 * How many times as long as beside one lane a visitor's answer takes beside `lanes`, when ours take `stretch` times as long
 * as alone. Processors are shared by all requests, so a store that has `lanes / stretch` of them serves `lanes` of ours and
 * the visitor's at that part of its speed; beside one lane there are two to serve.
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
