// The survey from the buyer's side. Nobody is signed in: only the shop's public key and an order are known.
import { randomInt } from 'node:crypto'
import { AppError } from '@tillsight/core'
import {
  addSurveyAnswers,
  findSurveyAnswers,
  isSurveyEnabled,
  listSurveyQuestions,
  nextWriteVersion,
} from '@tillsight/database'
import { z } from 'zod'
import { describeInputProblem, type ShopContext } from '../context/index.ts'
import { findErasedOrders } from '../ledger/index.ts'
import { other } from './channels.ts'

const longestText = 500

/** Platforms identify the same order by a number, or by a URI that ends with it. */
const Order = z
  .string('Give the order’s id as text')
  .trim()
  .max(100, 'This is too long: an order’s id has at most 100 characters')
  .transform((text) => /^gid:\/\/[\w-]+\/\w+\/(\d+)/.exec(text)?.[1] ?? text)
  .refine((text) => /^[^\p{C}\s]+$/u.test(text), 'Name the order by its id, as the shop’s platform has it')

const Answer = z.object({
  order: Order,
  version: z.int('Say which version of the question was answered, as GET /p/survey told it').min(1).max(1_000_000),
  /** Empty: skipped. */
  answer: z.string('Give the id of the option, “other”, or an empty text for a skipped question').max(40),
  text: z.string('Give the buyer’s own words as text').max(20_000, 'The text is too long').default(''),
  source: z.enum(['widget', 'link'], 'Say where it was answered: “widget” or “link”').default('widget'),
})
type Answer = z.infer<typeof Answer>

type AskContext = Pick<ShopContext, 'db' | 'shop' | 'clock' | 'identityKey'>

/** The survey question for the buyer of an order. */
export type BuyerQuestion =
  | { readonly asked: false; readonly reason: 'off' | 'answered' }
  | {
      readonly asked: true
      readonly version: number
      readonly question: string
      /** In random order. */
      readonly options: readonly { readonly id: string; readonly label: string }[]
      /** Whether buyers may respond in their own words. */
      readonly other: boolean
    }

/** The order id as used in figures. Throws `invalid_input` if it is not one. */
export function readSurveyOrder(given: unknown): string {
  return checked(z.object({ order: Order }), { order: given }).order
}

/** Parses a submitted response. Throws `invalid_input` naming the invalid field. */
export function readSurveyAnswer(given: unknown): Answer {
  return checked(Answer, given)
}

function checked<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  throw new AppError('invalid_input', first ? describeInputProblem(first) : 'This is no answer.', {
    details: { field: first?.path.join('.') ?? '' },
    cause: parsed.error,
  })
}

/** The question for the buyer of an order; requesting it stores nothing. */
export async function askBuyer(ctx: AskContext, order: string): Promise<BuyerQuestion> {
  const db = ctx.db.kysely
  if (!(await isSurveyEnabled(db, ctx.shop.id))) return { asked: false, reason: 'off' }
  const [newest] = await listSurveyQuestions(db, ctx.shop.id)
  if (newest === undefined) return { asked: false, reason: 'off' }
  if (await isAnswered(ctx, order)) return { asked: false, reason: 'answered' }
  const { version, text, options, allowsOther } = newest
  return { asked: true, version, question: text, options: shuffled(options), other: allowsOther }
}

/** Responses of erased buyers are no longer accepted. */
async function isAnswered(ctx: AskContext, order: string): Promise<boolean> {
  const [known] = await findSurveyAnswers(ctx.db.kysely, ctx.shop.id, [order])
  return known !== undefined || (await findErasedOrders(ctx, [order])).size > 0
}

function shuffled<T>(list: readonly T[]): T[] {
  const left = [...list]
  return list.flatMap(() => left.splice(randomInt(left.length), 1))
}

/**
 * Stores a response; an order that already has one is unchanged. Returns whether it is new. The response is durable once this
 * returns; the warehouse is updated later. Throws `conflict` while the survey is off, `invalid_input` for an option that was
 * not offered.
 */
export async function takeSurveyAnswer(ctx: AskContext, given: Answer): Promise<{ readonly isNew: boolean }> {
  const db = ctx.db.kysely
  const { order, version, answer } = given
  if (!(await isSurveyEnabled(db, ctx.shop.id))) {
    throw new AppError('conflict', 'The shop does not ask its buyers at the moment. The answer was not kept.')
  }
  const question = (await listSurveyQuestions(db, ctx.shop.id)).find((known) => known.version === version)
  if (question === undefined) throw invalid('version', `The shop has never asked version ${version} of the question.`)
  const choices = ['', ...question.options.map(({ id }) => id), ...(question.allowsOther ? [other] : [])]
  if (!choices.includes(answer)) {
    throw invalid('answer', 'This answer cannot be chosen. Give the id of an option, as GET /p/survey told it.')
  }
  if (await isAnswered(ctx, order)) return { isNew: false }
  const added = await addSurveyAnswers(db, ctx.shop.id, [
    {
      orderId: order,
      version,
      answer,
      otherText: answer === other ? tidy(given.text) : '',
      answeredAt: ctx.clock.now(),
      source: given.source,
      pending: await nextWriteVersion(db),
    },
  ])
  return { isNew: added > 0 }
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid_input', message, { details: { field } })
}

/** A buyer's text on one line, without characters that could reorder or hide the surrounding text. */
function tidy(text: string): string {
  const plain = text.toWellFormed().replaceAll(/[\p{Cc}\s]+/gu, ' ')
  const visible = plain.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '').trim()
  // Not in the middle of a character.
  return visible
    .slice(0, longestText)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}
