import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import { AppError } from '@tillsight/core'
import { describeInputProblem, type Permission } from '@tillsight/domain'
import { z } from 'zod'
import { About } from './about.ts'
import { type Draft, type Page, type Position, pageOf, readPosition } from './pages.ts'
import type { Caller } from './shops.ts'

/** Something that an assistant can ask. */
export interface Tool {
  readonly name: string
  /** What the caller's key must be allowed. */
  readonly needs: readonly Permission[]
  /** As it is listed. */
  readonly listed: ListedTool
  /** Answers an input as it came. Throws `invalid_input` with what is right, and what the verbs throw. */
  call(caller: Caller, input: unknown): Promise<Page>
}

/** How a tool is declared. */
interface Declaration<Input extends z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly needs: readonly Permission[]
  readonly input: Input
  /** Of what it answers besides `about`, `truncated` and `cursor`. */
  readonly output: z.ZodRawShape
  /** Given the input without its cursor, which says where the page begins. */
  answer(caller: Caller, input: Omit<z.output<Input>, 'cursor'>, position: Position): Promise<Draft>
}

/** Declares a tool. */
export function defineTool<Input extends z.ZodObject>(declared: Declaration<Input>): Tool {
  const { name, title, description, needs, input, output } = declared
  const answer = z.object({
    ...output,
    truncated: z.literal(true).optional().describe('There is more: ask again with the cursor.'),
    cursor: z.string().optional(),
    about: About,
  })
  return {
    name,
    needs,
    listed: {
      name,
      title,
      description,
      inputSchema: schemaOf(input),
      outputSchema: schemaOf(answer),
      annotations: { title, readOnlyHint: true, openWorldHint: false },
    },
    async call(caller, given) {
      const parsed = input.safeParse(given)
      if (!parsed.success) throw wrongInput(parsed.error.issues, Object.keys(input.shape))
      const { cursor, ...question } = parsed.data
      const position = readPosition(cursor, question)
      return pageOf(await declared.answer(caller, question, position), position, question)
    },
  }
}

/** Fields beyond those listed may come at any time, so objects are open on both sides. */
function schemaOf(schema: z.ZodType): ListedTool['inputSchema'] {
  const { $schema: _, ...body } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return z.looseObject({ type: z.literal('object') }).parse(body) as ListedTool['inputSchema']
}

function wrongInput(issues: readonly z.core.$ZodIssue[], fields: readonly string[]): AppError {
  const problems = issues.slice(0, 5).map(describeInputProblem)
  const known = fields.length === 0 ? 'It takes no input.' : `It takes: ${fields.join(', ')}.`
  return new AppError('invalid_input', [...problems, known].join(' '))
}

/** Fields of several tools. */
export const inputs = {
  shop: z
    .string()
    .max(300)
    .optional()
    .describe('Domain of the shop, from list_shops. May be left out where the key sees one shop only.'),
  from: z.string().describe('First day, YYYY-MM-DD, a day of the shop.'),
  to: z.string().describe('Last day, included.'),
  compare: z
    .union([z.enum(['previous_period', 'previous_year']), z.strictObject({ from: z.string(), to: z.string() })])
    .describe('The period to compare with: a rule, or its days.'),
  filters: z
    .array(
      z.strictObject({
        dimension: z.string(),
        operator: z.enum(['is', 'is_not']),
        values: z.array(z.string().max(500)).min(1).max(200),
      }),
    )
    .max(10)
    .describe('Keeps or leaves out values of dimensions.'),
  currency: z.string().describe('Currency to convert into, such as EUR; otherwise the shop’s own.'),
  cursor: z
    .string()
    .max(4000)
    .optional()
    .describe('From an answer that was truncated; the rest of the input unchanged.'),
} as const
