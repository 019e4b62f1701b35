import type { FileFormat } from '../contract.ts'
import { quoteText, scan, type Token } from '../sql.ts'

/** A statement in the form in which the host runs it. */
export interface Statement {
  /** `read` answers with rows, `insert` adds some, `change` is everything else. */
  readonly kind: 'read' | 'insert' | 'change'
  readonly sql: string
  /** Whether the answer may be sent chunk by chunk. */
  readonly streams: boolean
  /** A SELECT whose answer the engine writes as a file, which is sent while it is read: it is never in memory as a whole. */
  readonly file?: string
  readonly format: string
}

/** An INSERT whose data follow in the request. */
export interface InsertHead {
  /** The statement before `FORMAT` or `VALUES`. */
  readonly head: string
  readonly format: string
  /** Data that follows the head in the statement itself. */
  readonly data: string
}

const reading = new Set(['SELECT', 'WITH', 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN', 'EXISTS', 'CHECK'])
// An INSERT with one of these brings no data along.
const selecting = ['SELECT', 'WITH', 'INFILE']
/** Formats in which only files are asked for. */
const ofFiles = new Set<string>(['Parquet', 'JSONLines', 'RawBLOB'] satisfies FileFormat[])
const streamable = new Set(['JSONEachRow', 'JSONCompactEachRow', 'JSONStringsEachRow', 'CSV', 'TabSeparated', 'TSV'])

/** Parses an INSERT with data; undefined for one that selects, and for other statements. */
export function readInsert(sql: string): InsertHead | undefined {
  let depth = 0
  let formatAt: number | undefined
  let isFirst = true
  for (const token of scan(sql)) {
    if (isFirst && !isWord(token, 'INSERT')) return undefined
    isFirst = false
    const behind = token.at + token.text.length
    if (formatAt !== undefined) return { head: sql.slice(0, formatAt), format: token.text, data: sql.slice(behind) }
    depth += depthStep(token)
    if (depth > 0) continue
    if (selecting.some((word) => isWord(token, word))) return undefined
    if (isWord(token, 'VALUES')) return { head: sql.slice(0, token.at), format: 'Values', data: sql.slice(behind) }
    if (isWord(token, 'FORMAT')) formatAt = token.at
  }
  return undefined
}

/**
 * The same INSERT, reading its data from a file. Data is never passed to the engine inside the statement: the engine takes an
 * empty line in it for the end of the statement, and what follows for the next one.
 */
export function insertFromFile({ head, format }: InsertHead, path: string): Statement {
  const settingsAt = [...scan(head)].findLast((token) => isWord(token, 'SETTINGS'))?.at
  const into = head.slice(0, settingsAt).trimEnd()
  const settings = settingsAt === undefined ? '' : ` ${head.slice(settingsAt).trimEnd()}`
  const sql = `${into} FROM INFILE ${quoteText(path)} COMPRESSION 'none'${settings} FORMAT ${format}`
  return { kind: 'insert', sql, streams: false, format }
}

/** Determines the kind of a statement; throws ClickHouse's own error text if there is more than one. */
export function readStatement(text: string, defaultFormat: string): Statement {
  const tokens = [...scan(text)]
  const end = tokens.findIndex((token) => token.kind === 'sign' && token.text === ';')
  if (end >= 0 && end < tokens.length - 1) throw new Error(multipleStatements)
  const sql = end < 0 ? text : text.slice(0, tokens[end]?.at)
  const first = tokens.find((token) => token.text !== '(')?.text.toUpperCase() ?? ''
  if (first === 'INSERT') return { kind: 'insert', sql, streams: false, format: defaultFormat }
  if (!reading.has(first)) return { kind: 'change', sql, streams: false, format: defaultFormat }
  const format = explicitFormat(tokens) ?? defaultFormat
  const sends = first === 'SELECT' || first === 'WITH' ? sendingOf(sql, format) : { streams: false }
  return { kind: 'read', sql, format, ...sends }
}

/** How the answer of a SELECT is sent. */
function sendingOf(sql: string, format: string): Pick<Statement, 'streams' | 'file'> {
  const file = ofFiles.has(format) ? withoutFormat(sql) : undefined
  return { streams: streamable.has(format), ...(file === undefined ? {} : { file }) }
}

function explicitFormat(tokens: readonly Token[]): string | undefined {
  let depth = 0
  let found: string | undefined
  for (const [index, token] of tokens.entries()) {
    depth += depthStep(token)
    if (depth > 0 || !isWord(token, 'FORMAT')) continue
    const next = tokens[index + 1]
    if (next?.kind === 'word') found = next.text
  }
  return found
}

/** The statement without `FORMAT name` at its end; undefined where that is not what it ends with. */
function withoutFormat(sql: string): string | undefined {
  const [word, name] = [...scan(sql)].slice(-2)
  return word && name && isWord(word, 'FORMAT') && name.kind === 'word' ? sql.slice(0, word.at) : undefined
}

function depthStep({ kind, text }: Token): number {
  if (kind !== 'sign') return 0
  return text === '(' ? 1 : text === ')' ? -1 : 0
}

function isWord({ kind, text }: Token, word: string): boolean {
  return kind === 'word' && text.toUpperCase() === word
}

const multipleStatements =
  'Code: 62. DB::Exception: Syntax error (Multi-statements are not allowed): send one statement at a time. (SYNTAX_ERROR)'
