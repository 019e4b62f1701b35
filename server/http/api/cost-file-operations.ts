import { AppError } from '@tillsight/core'
import { CheckedCostFile, CostFileText, costFileKinds, ImportedCostFile } from '@tillsight/domain'
import type { Context as Request } from 'hono'
import { z } from 'zod'
import { shopRunner } from '../../verbs.ts'
import { readJsonBody } from '../json-body.ts'
import type { ApiCaller, Operation } from './operation.ts'

const File = z.object({
  kind: z.enum(costFileKinds).optional().meta({
    description: 'What the file is about; found out from its columns where it is left out',
  }),
  name: z.string().max(255).optional(),
  csv: z
    .string()
    .optional()
    .meta({
      description: 'The text of the file, headings first',
      examples: ['sku,cost,from\nTEA,4.20,2026-03-01\n', 'gateway,percent,fixed\nstripe,1.4,0.25\n'],
    }),
  base64: z.string().optional().meta({
    description:
      'In place of `csv`: the bytes of the file in Base64, in any encoding, also packed with gzip; up to 6 MB of a request, 200 MB unpacked',
  }),
})
const Kind = z.object({
  kind: z.enum(costFileKinds).meta({ description: 'Which costs', examples: ['goods'] }),
})
const Period = z.object({
  from: z
    .string()
    .optional()
    .meta({ description: 'First shop day; a year ago when absent', examples: ['2026-03-01'] }),
  to: z
    .string()
    .optional()
    .meta({ description: 'Last shop day, included; today when absent', examples: ['2026-03-31'] }),
})

/** The file of a request. Throws `invalid_input` for none, or for both ways at once. */
function fileOf({ csv, base64, kind, name }: Readonly<Record<string, unknown>>): object {
  const isText = typeof csv === 'string'
  if (isText === (typeof base64 === 'string')) {
    throw new AppError('invalid_input', 'Send the file either as text in “csv” or as Base64 in “base64”.')
  }
  const content = isText ? csv : new Uint8Array(Buffer.from(String(base64), 'base64'))
  return { content, ...(kind !== undefined && { kind }), ...(name !== undefined && { name }) }
}

type FileVerb = 'costs.export' | 'costs.missing' | 'costs.check_file' | 'costs.import_file'

/** Answers with what a verb does. Its input is passed on unchecked: the verb's schema validates it. */
function answerWith(verb: FileVerb, read: (request: Request) => Promise<object> | object): Operation['answer'] {
  return async ({ runtime, contexts }: ApiCaller, request) => {
    const shop = await contexts.shop(request.req.param('domain') ?? '')
    const run = shopRunner(runtime, shop, 'program') as (verb: FileVerb, input: unknown) => Promise<unknown>
    return run(verb, await read(request))
  }
}

/** Costs as files: printed, checked and imported. */
export const costFileOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/shops/{domain}/costs/files/missing',
    id: 'costs.missing',
    needs: 'costs:read',
    input: Period,
    output: CostFileText,
    summary: 'Goods sold without a known cost, most net sales first, as a CSV file to fill in and import',
    answer: answerWith('costs.missing', ({ req }) => req.query()),
  },
  {
    method: 'get',
    path: '/shops/{domain}/costs/files/{kind}',
    id: 'costs.export',
    needs: 'costs:read',
    input: Kind,
    output: CostFileText,
    summary: 'What stands of goods, fees, shipping, handling or expenses, as a CSV file that imports without loss',
    answer: answerWith('costs.export', ({ req }) => ({ kind: req.param('kind') })),
  },
  {
    method: 'post',
    path: '/shops/{domain}/costs/imports/check',
    id: 'costs.check_file',
    needs: 'costs:read',
    input: File.extend({
      pack: z.boolean().optional().meta({
        description: 'Answers what was read of the file as `packed`, to be sent as `base64` in the second step',
      }),
    }),
    output: CheckedCostFile,
    summary: 'First step of an import: what a CSV file would do, row by row and to profit; nothing is written',
    answer: answerWith('costs.check_file', async (request) => {
      const { pack, ...file } = await readJsonBody(request)
      return { file: fileOf(file), ...(pack !== undefined && { pack }) }
    }),
  },
  {
    method: 'post',
    path: '/shops/{domain}/costs/imports',
    id: 'costs.import_file',
    needs: 'costs:write',
    input: File.extend({
      reason: z.string().max(500).optional().meta({ description: 'Why; needed where closed days change' }),
      seen: z.uuid().nullable().optional().meta({
        description: '`latest` of the first step: what others changed since then is a conflict',
      }),
    }),
    output: ImportedCostFile,
    summary: 'Second step: saves the good rows of a CSV file as one change',
    answer: answerWith('costs.import_file', async (request) => {
      const { reason, seen, ...file } = await readJsonBody(request)
      return {
        file: fileOf(file),
        ...(reason !== undefined && { reason }),
        ...(seen !== undefined && { seen }),
      }
    }),
  },
]
