import { type FormulaNode, formulaProblem, type Operator } from './read-formula.ts'

/** Units that somebody can give an own metric. */
export const ownUnits = ['money', 'number', 'percent', 'ratio'] as const
/** One of {@link ownUnits}. */
export type OwnUnit = (typeof ownUnits)[number]

/** The unit of a part of a formula: powers of money and of days; of what has neither, what it is. */
export interface FormulaUnit {
  readonly money: number
  readonly days: number
  /** `plain`: a quotient or product that may be read as any of them · `constant`: a number as typed. */
  readonly kind: 'count' | 'percent' | 'ratio' | 'plain' | 'constant'
}

/** What a figure by name has as unit. */
export type UnitOf = (figure: Extract<FormulaNode, { kind: 'figure' }>) => FormulaUnit

const plain: FormulaUnit = { money: 0, days: 0, kind: 'plain' }

/** The unit of a figure of the catalogue, or of an own one. */
export function unitOfFigure(unit: OwnUnit | 'count' | 'days'): FormulaUnit {
  if (unit === 'money') return { ...plain, money: 1 }
  if (unit === 'days') return { ...plain, days: 1 }
  return { ...plain, kind: unit === 'number' ? 'count' : unit }
}

/** Works out the unit of a formula. Throws `invalid_input` where units are mixed. */
export function unitOfFormula(node: FormulaNode, unitOf: UnitOf): FormulaUnit {
  if (node.kind === 'number') return { ...plain, kind: 'constant' }
  if (node.kind === 'figure') return unitOf(node)
  const [left, right] = [unitOfFormula(node.left, unitOf), unitOfFormula(node.right, unitOf)]
  if (node.operator === '+' || node.operator === '-') return added(node, left, right)
  return multiplied(node.operator, left, right)
}

type Operation = Extract<FormulaNode, { kind: 'operation' }>

function added(node: Operation, left: FormulaUnit, right: FormulaUnit): FormulaUnit {
  const kinds = new Set([left.kind, right.kind].filter((kind) => kind !== 'constant'))
  if (left.money !== right.money || left.days !== right.days) throw mixed(node, left, right)
  if (kinds.size <= 1) return { ...left, kind: [...kinds][0] ?? 'constant' }
  // A quotient may be read as whatever stands beside it.
  kinds.delete('plain')
  const [kind, ...others] = kinds
  if (kind === undefined || others.length > 0) throw mixed(node, left, right)
  return { ...left, kind }
}

function mixed({ operator, left, right }: Operation, one: FormulaUnit, other: FormulaUnit): Error {
  const both = [one, other]
  const isOfNumber = both.some(({ money }) => money === 1) && both.some(({ kind }) => kind === 'constant')
  const hint = isOfNumber ? ' A number alone is no amount: its currency is not known.' : ''
  const place = placeOf(right) ?? placeOf(left) ?? ''
  const sum = `${printFormula(left)} ${operator === '+' ? '+' : '−'} ${printFormula(right)}`
  return formulaProblem(
    `“${sum}”${place} mixes units: the first is ${nameUnit(one)}, the second ${nameUnit(other)}.${hint}`,
  )
}

function multiplied(operator: Operator, left: FormulaUnit, right: FormulaUnit): FormulaUnit {
  const sign = operator === '*' ? 1 : -1
  const [money, days] = [left.money + sign * right.money, left.days + sign * right.days]
  // Twice a number of orders is a number of orders.
  if (right.kind === 'constant') return left
  if (left.kind === 'constant' && operator === '*') return right
  return { money, days, kind: 'plain' }
}

/** Throws `invalid_input` where a formula cannot have the unit that somebody gave it. */
export function assertUnit(unit: OwnUnit, found: FormulaUnit): void {
  if (fits(unit, found)) return
  throw formulaProblem(
    `The formula gives ${nameUnit(found)}, and its unit is to be ${names[unit]}: choose another unit, or change the formula.`,
  )
}

const names = { money: 'money', number: 'a number', percent: 'a percentage', ratio: 'a ratio' } as const

function fits(unit: OwnUnit, { money, days, kind }: FormulaUnit): boolean {
  if (unit === 'money') return money === 1 && days === 0
  if (money !== 0 || (days !== 0 && !(days === 1 && unit === 'number'))) return false
  return unit === 'number' ? kind !== 'percent' : kind !== 'count'
}

function nameUnit({ money, days, kind }: FormulaUnit): string {
  if (money === 0 && days === 0)
    return {
      count: 'a count',
      percent: 'a percentage',
      ratio: 'a ratio',
      plain: 'a number',
      constant: 'a number as typed',
    }[kind]
  if (money === 1 && days === 0) return 'money'
  if (money === 0 && days === 1) return 'days'
  return 'no unit that a figure can have (such as money × money)'
}

/** A part of a formula as somebody would type it. */
export function printFormula(node: FormulaNode): string {
  if (node.kind === 'number') return node.text
  if (node.kind === 'figure') return node.name
  const sign = { '+': '+', '-': '−', '*': '×', '/': '÷' }[node.operator]
  const text = `${printFormula(node.left)} ${sign} ${printFormula(node.right)}`
  return text.length > 80 ? '(…)' : `(${text})`
}

/** ` at character 12`; undefined where only numbers are. */
function placeOf(node: FormulaNode): string | undefined {
  if (node.kind === 'figure') return ` at character ${node.at}`
  return node.kind === 'operation' ? (placeOf(node.left) ?? placeOf(node.right)) : undefined
}
