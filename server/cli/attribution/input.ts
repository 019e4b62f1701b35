import { text } from 'node:stream/consumers'
import { AppError } from '@tillsight/core'
import { z } from 'zod'

const mostProblems = 5

/**
 * Reads a JSON document from standard input. Throws `invalid_input` that names the first places where it is not what was
 * expected, so that a generator of thousands of cases finds them.
 */
export async function readInput<T>(shape: z.ZodType<T>, name: string): Promise<T> {
  if (process.stdin.isTTY) {
    throw new AppError('invalid_input', `Give the ${name} as JSON on standard input: … < ${name}.json`)
  }
  const parsed = shape.safeParse(parseJson(await text(process.stdin), name))
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const told = issues.slice(0, mostProblems).map(({ path, message }) => `${placeOf(path)}: ${message}`)
  const more = issues.length > mostProblems ? [`… and ${issues.length - mostProblems} more`] : []
  throw new AppError('invalid_input', [`The ${name} cannot be used:`, ...told, ...more].join('\n  '))
}

function parseJson(input: string, name: string): unknown {
  try {
    return JSON.parse(input)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it cannot be read'
    throw new AppError('invalid_input', `What came on standard input is not JSON, so there are no ${name}: ${why}`)
  }
}

function placeOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the whole'
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}

/** What a case is called by whoever asks; given back as it came. */
export const CaseId = z.union([z.string(), z.number()])

/** An integer of minor units: a number as far as numbers are exact, beyond that digits in quotes. */
export const Amount = z
  .union([
    z.int(),
    z.string().regex(/^-?\d+$/, 'Expected an integer of minor units, in quotes where it is beyond 2^53.'),
  ])
  .transform((value) => BigInt(value))

/** Milliseconds since 1970, UTC. */
export const Instant = z.int()

/** An integer in quotes where a number would not be exact. */
export function printAmount(amount: bigint): number | string {
  const isExact = amount <= BigInt(Number.MAX_SAFE_INTEGER) && amount >= BigInt(Number.MIN_SAFE_INTEGER)
  return isExact ? Number(amount) : amount.toString()
}
