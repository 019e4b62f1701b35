import { type ConversionCourse, readConversionCourse } from '@tillsight/database'
import type { ShopContext } from '../context/index.ts'
import { noteSendingTrouble, type SendingTrouble } from '../health/index.ts'
import type { Target, TargetProblem } from './setup.ts'

const hourMs = 3_600_000
/** Older orders say nothing about how it goes now. */
const lookBackMs = 10 * 24 * hourMs
/** A platform that fails for less time than this passes by itself. */
const passesWithinMs = 6 * hourMs
/** One order may be wrong in itself; so many in a row are not. */
const manyRefused = 3

/** Tells the merchant, as of a broken connection, when orders do not get through; takes that back when they do. */
export async function watchSending({ db, clock }: Pick<ShopContext, 'db' | 'clock'>, target: Target): Promise<void> {
  const now = clock.now()
  const course = await readConversionCourse(db.kysely, target, new Date(now.getTime() - lookBackMs))
  const { shop, platform, connector } = target
  const message = troubleOf(course, { problem: target.problem, now })
  const orders = course.failing + course.refused
  const trouble: SendingTrouble | undefined =
    message === undefined ? undefined : { label: connector.label, message, orders }
  await noteSendingTrouble(db.kysely, { shop, platform, trouble, at: now })
}

/** Why nothing gets through, in words; undefined while something does. */
export function troubleOf(
  course: ConversionCourse,
  { problem, now }: { readonly problem: TargetProblem | null; readonly now: Date },
): string | undefined {
  if (problem !== null) return problem.message
  const { lastSent } = course
  const isSilentSince = (at: Date | null): at is Date => at !== null && (lastSent === null || lastSent < at)
  const { failingSince, isGivenUp, failingReason } = course
  if (isSilentSince(failingSince)) {
    const isLong = isGivenUp || now.getTime() - failingSince.getTime() >= passesWithinMs
    if (isLong) return `None has got through since the first of them failed. ${failingReason}`
  }
  const { refusedSince, refused, refusedReason } = course
  if (isSilentSince(refusedSince) && refused >= manyRefused) {
    return `All of them are refused since the first one was. ${refusedReason}`
  }
  return undefined
}
