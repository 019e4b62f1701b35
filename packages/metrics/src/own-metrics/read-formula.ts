import { AppError } from '@tillsight/core'
import jsep from 'jsep'
import { type Exact, readDecimal } from '../exact.ts'

/** The four kinds of arithmetic. */
export type Operator = '+' | '-' | '*' | '/'

/** A formula as read: what its names stand for is not known yet. */
export type FormulaNode =
  | { readonly kind: 'number'; readonly value: Exact; readonly text: string }
  /** `at`: where it stands in the text, from 1. */
  | { readonly kind: 'figure'; readonly name: string; readonly at: number }
  | { readonly kind: 'operation'; readonly operator: Operator; readonly left: FormulaNode; readonly right: FormulaNode }

/** The longest formula, in characters. */
export const longestFormula = 500

/** Signs that people type and keyboards have not: each stands for one character, so places in the text stay. */
const signs: Readonly<Record<string, Operator>> = { '×': '*', '·': '*', '÷': '/', ':': '/', '−': '-', '–': '-' }
const operators: readonly Operator[] = ['+', '-', '*', '/']
/** More digits than any factor needs. */
const plainNumber = /^\d{1,12}(?:\.\d{1,10})?$/

/** The failure of a formula, at its field. */
export function formulaProblem(message: string): AppError {
  return new AppError('invalid_input', message, { problems: { formula: message } })
}

/** Reads a formula: names, numbers, brackets and + − × ÷. Throws `invalid_input` that says where it cannot be read. */
export function readFormula(text: string): FormulaNode {
  if (text.length > longestFormula)
    throw formulaProblem(`The formula is too long: at most ${longestFormula} characters.`)
  const typed = text.replace(/[×·÷:−–]/g, (sign) => signs[sign] ?? sign)
  const places = [...typed.matchAll(/[A-Za-z_$][\w$]*(?:\s*\.\s*[A-Za-z_$][\w$]*)*/g)].map(({ index }) => index + 1)
  return toNode(parse(typed), places.values())
}

function parse(text: string): jsep.Expression {
  try {
    return jsep(text)
  } catch (error) {
    const at = error instanceof Error && 'index' in error ? Number(error.index) + 1 : 1
    throw formulaProblem(
      `The formula cannot be read at character ${Math.min(at, text.length + 1)}: expected names of metrics, numbers, brackets and + − × ÷.`,
    )
  }
}

/** Names are met in the order of the text, so each takes the next place. */
function toNode(read: jsep.Expression, places: Iterator<number>): FormulaNode {
  switch (read.type) {
    case 'Identifier':
    case 'MemberExpression':
      return { kind: 'figure', name: nameOf(read), at: places.next().value ?? 1 }
    case 'Literal':
      return toNumber(read as jsep.Literal)
    case 'UnaryExpression':
      return toSigned(read as jsep.UnaryExpression, places)
    case 'BinaryExpression': {
      const { operator, left, right } = read as jsep.BinaryExpression
      const known = operators.find((each) => each === operator)
      if (known === undefined) throw notArithmetic(operator)
      return { kind: 'operation', operator: known, left: toNode(left, places), right: toNode(right, places) }
    }
    case 'Compound': {
      const { body } = read as jsep.Compound
      if (body.length === 0) throw formulaProblem('The formula is empty: write metrics and + − × ÷.')
      throw formulaProblem(
        'There is no + − × ÷ between two parts of the formula. Decimals have a point, such as 1.19, and no separators.',
      )
    }
    default:
      throw notArithmetic(typeof read['raw'] === 'string' ? read['raw'] : 'a function or a condition')
  }
}

function nameOf(read: jsep.Expression): string {
  if (read.type === 'Identifier') return (read as jsep.Identifier).name
  const { object, property, computed } = read as jsep.MemberExpression
  if (computed || !['Identifier', 'MemberExpression'].includes(object.type) || property.type !== 'Identifier')
    throw notArithmetic('what stands around a point or in square brackets')
  return `${nameOf(object)}.${nameOf(property)}`
}

function toNumber({ value, raw }: jsep.Literal): FormulaNode {
  if (typeof value !== 'number') throw notArithmetic(raw)
  if (plainNumber.test(raw)) return { kind: 'number', value: readDecimal(raw), text: raw }
  throw formulaProblem(
    `“${raw.slice(0, 40)}” is not a number of a formula: expected up to 12 digits, and up to 10 after a point.`,
  )
}

function toSigned({ operator, argument }: jsep.UnaryExpression, places: Iterator<number>): FormulaNode {
  const node = toNode(argument, places)
  if (operator === '+') return node
  if (operator !== '-') throw notArithmetic(operator)
  const left = { kind: 'number', value: readDecimal('-1'), text: '−1' } as const
  return { kind: 'operation', operator: '*', left, right: node }
}

function notArithmetic(what: string): AppError {
  return formulaProblem(
    `A formula has metrics, numbers, brackets and + − × ÷ only: ${what.slice(0, 60)} cannot stand in it.`,
  )
}
