import { randomUUID } from 'node:crypto'
import { type CostRuleRow, listCostRules } from '@tillsight/database'
import type { ShopContext } from '../../context/index.ts'
import { type RuleKind, ruleInputs } from '../../cost-inputs.ts'
import { subjectOf } from '../plan-steps.ts'
import type { Step } from '../steps.ts'
import { splitList } from './cells.ts'
import { costFiles, type RuleColumn, ruleColumns } from './columns.ts'
import type { CostFileRow, CostTable } from './read-cost-file.ts'
import { openSheet, type PlannedFile, problemText, type Sheet } from './sheet.ts'

type Body = Readonly<Record<string, unknown>>

interface ToldRule {
  readonly row: number
  readonly kind: RuleKind
  readonly body: Body
  /** The rule that it is to replace, by its id or by what it is about. */
  readonly id: string
  readonly before: Body | null
}

/** Works out what a file of rules does: a rule is found by its id, or by what it is about; others stay as they are. */
export async function planRulesFile({ queries, shop }: ShopContext, table: CostTable): Promise<PlannedFile> {
  const sheet = openSheet()
  const stored = (await listCostRules(queries, shop.id)).filter(({ kind }) => kind !== 'settings')
  const read = table.rows.flatMap((row) => readRow(row, table.kind, sheet) ?? [])
  const last = new Map<string, ToldRule>()
  const added = new Map<string, string>()
  for (const { number, id, kind, body } of read) {
    const own = findRule(stored, { id, kind, body })
    const subject = nameOf(kind, body)
    const target = own?.id ?? added.get(subject) ?? randomUUID()
    if (own === undefined) added.set(subject, target)
    const earlier = last.get(target)
    if (earlier) {
      sheet.settle(earlier.row, 'repeated')
      sheet.note(earlier.row, `Row ${number} is about the same: the later row counts.`)
    }
    const before = own === undefined ? null : ruleInputs[kind].parse(own.body)
    last.set(target, { row: number, kind, body, id: target, before })
  }
  const kept = withoutTwins([...last.values()], stored, sheet)
  const steps = kept.flatMap(({ row, kind, body, id, before }): Step[] => {
    const isSame = JSON.stringify(before) === JSON.stringify(body)
    sheet.settle(row, isSame ? 'unchanged' : before === null ? 'added' : 'changed')
    return isSame ? [] : [{ kind, id, before, after: body }]
  })
  return { steps, ...sheet }
}

interface ReadRule {
  readonly number: number
  readonly id: string
  readonly kind: RuleKind
  readonly body: Body
}

/** Expenses may be several of one sort, and go by their names. */
function nameOf(kind: string, body: Body): string {
  const expense = kind === 'expense' ? [body['name'], body['kind'], body['start']].join('\n') : ''
  return [kind, subjectOf({ body }), expense].join('\n')
}

function findRule(stored: readonly CostRuleRow[], { id, kind, body }: Omit<ReadRule, 'number'>) {
  const own = stored.filter((rule) => rule.kind === kind)
  const subject = nameOf(kind, body)
  return own.find((rule) => rule.id === id) ?? own.find((rule) => nameOf(kind, rule.body) === subject)
}

/** Undefined for a refused row. */
function readRow(row: CostFileRow, file: CostTable['kind'], sheet: Sheet): ReadRule | undefined {
  const kind = kindOfRow(row, file)
  const wrong = problemOf(row, file, kind)
  if (kind === undefined || wrong !== undefined) {
    const { field, problem } = wrong ?? noKind(file)
    sheet.refuse(row.number, { field, value: row.cell(field), problem })
    return undefined
  }
  const checked = ruleInputs[kind].safeParse(bodyOf(row, kind))
  if (checked.success) return { number: row.number, id: row.cell('id'), kind, body: checked.data }
  // The first thing that is wrong with a cell says enough.
  const issues = new Map(checked.error.issues.toReversed().map((issue) => [issue.path[0], issue]))
  for (const [name, issue] of issues) {
    const field = ruleColumns[kind].find((column) => column.field === name)?.column ?? '(whole row)'
    const isMissing = issue.code === 'invalid_type' && row.cell(field) === ''
    const problem = isMissing ? 'This is missing.' : problemText(issue)
    sheet.refuse(row.number, { field, value: row.cell(field), problem })
  }
  return undefined
}

/** The kind of a rule; where a file has several and the row names none, a label tells a rule for returns. */
function kindOfRow(row: CostFileRow, file: CostTable['kind']): RuleKind | undefined {
  const { rules } = costFiles[file]
  if (rules.length === 1) return rules[0]
  const named = row.cell('rule') || (row.cell('label') === '' ? 'handling' : 'return')
  return rules.find((rule) => rule === named)
}

interface WrongField {
  readonly field: string
  readonly problem: string
}

function noKind(file: CostTable['kind']): WrongField {
  return { field: 'rule', problem: `Write one of ${costFiles[file].rules.join(', ')}.` }
}

/** What is wrong with a row beside the values of its rule. */
function problemOf(row: CostFileRow, file: CostTable['kind'], kind: RuleKind | undefined): WrongField | undefined {
  if (kind === undefined) return noKind(file)
  const monthly = kind === 'expense' ? monthlyColumn(row) : undefined
  if (monthly !== undefined) {
    const problem = 'Only expenses per order stand here. What is spent once or by the month is custom spend.'
    return { field: monthly, problem }
  }
  const own = new Set(['id', 'rule', ...ruleColumns[kind].map(({ column }) => column)])
  const foreign = Object.keys(costFiles[file].columns).find((column) => row.cell(column) !== '' && !own.has(column))
  return foreign === undefined
    ? undefined
    : { field: foreign, problem: `This means nothing for a rule of the kind ${kind}.` }
}

function bodyOf(row: CostFileRow, kind: RuleKind): Body {
  const body = Object.fromEntries(ruleColumns[kind].flatMap((column) => fieldOf(row, column)))
  // A percentage may stand where other expenses have their amount.
  const { amount, ...rest } = body
  return body['kind'] === 'percent' && body['percent'] === undefined ? { ...rest, percent: amount } : body
}

const perOrder: readonly string[] = ['perOrder', 'perPaidOrder', 'perUnit', 'percent']

/** What makes an expense one of custom spend. */
function monthlyColumn(row: CostFileRow): string | undefined {
  if (!perOrder.includes(row.cell('kind'))) return 'kind'
  return ['every', 'category', 'flags', 'channel'].find((column) => row.cell(column) !== '')
}

function fieldOf(row: CostFileRow, { column, field, kind }: RuleColumn): [string, unknown][] {
  const text = row.cell(column)
  if (text === '') return []
  if (kind === 'list') return [[field, splitList(text)]]
  if (kind !== 'pairs') return [[field, text]]
  const pairs = splitList(text).map((part): [string, string] => {
    const at = part.lastIndexOf(':')
    return [part.slice(0, at), part.slice(at + 1)]
  })
  return [
    [
      field,
      field === 'bands'
        ? pairs.map(([grams, amount]) => ({ upTo: Number(grams), amount }))
        : pairs.map(([product, perUnit]) => ({ product, perUnit })),
    ],
  ]
}

/** Leaves out rules about what another rule is about from the same day on: which counts would be chance. */
function withoutTwins(told: readonly ToldRule[], stored: readonly CostRuleRow[], sheet: Sheet): ToldRule[] {
  const rest = new Map(told.map((rule) => [rule.id, rule]))
  for (;;) {
    const subjects = new Map(
      stored.flatMap(({ id, kind, body }) =>
        kind === 'expense' || rest.has(id) ? [] : [[nameOf(kind, body), id] as const],
      ),
    )
    const twin = [...rest.values()].find(({ id, kind, body }) => {
      if (kind === 'expense') return false
      const name = nameOf(kind, body)
      const isTaken = subjects.has(name)
      subjects.set(name, id)
      return isTaken
    })
    if (twin === undefined) return [...rest.values()]
    rest.delete(twin.id)
    sheet.refuse(twin.row, {
      field: 'from',
      value: typeof twin.body['from'] === 'string' ? twin.body['from'] : '',
      problem: 'There is another rule for the same case from the same day on.',
    })
  }
}
